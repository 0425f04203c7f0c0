// Copies of worlds, recordings, and pairs of shapes outside of a world.
using System;
using static Collide.Call;

namespace Collide
{
    public sealed unsafe partial class World
    {
        World(IntPtr made) { SetHandle(made); }

        /// <summary>A snapshot of all that decides future results. The settings and the history are not part of it.</summary>
        public byte[] Save()
        {
            using (var bytes = new Bytes())
            {
                Check(Native.collide_world_save(this, bytes));
                return bytes.ToArray();
            }
        }

        /// <summary>Replaces the world by a snapshot, which may come from an untrusted source.</summary>
        public void Restore(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* first = &Ref(bytes))
            {
                Check(Native.collide_world_restore(this, first, Size(bytes.Length)));
            }
        }

        /// <summary>An independent copy, which evolves identically.</summary>
        public World Fork()
        {
            IntPtr made;
            Check(Native.collide_world_fork(this, &made));
            return new World(made);
        }

        /// <summary>Overwrites another world with a copy, and reuses its memory.</summary>
        public void ForkInto(World other) { Check(Native.collide_world_fork_into(this, other)); }

        public bool IsRecording { get { return Native.collide_world_is_recording(this) != 0; } }
        public void StartRecording() { Check(Native.collide_world_start_recording(this)); }
        public void StopRecording() { Check(Native.collide_world_stop_recording(this)); }

        /// <summary>The ticks that were recorded since the last call. Append them to a file.</summary>
        public byte[] TakeRecorded()
        {
            using (var bytes = new Bytes())
            {
                Check(Native.collide_world_take_recorded(this, bytes));
                return bytes.ToArray();
            }
        }

        /// <summary>Makes the changes and queries of a recorded tick, steps, and compares all answers.</summary>
        public Replayed Replay(Trace trace)
        {
            Replayed replayed;
            Check(Native.collide_world_replay(this, trace, &replayed));
            return replayed;
        }

        /// <summary>Makes the changes of a recorded tick, without queries and without a step.</summary>
        public void Follow(Trace trace) { Check(Native.collide_world_follow(this, trace)); }
    }

    public sealed unsafe partial class Trace
    {
        public Trace(ReadOnlySpan<byte> bytes)
        {
            IntPtr made;
            fixed (byte* first = &Ref(bytes))
            {
                Check(Native.collide_trace_new(first, Size(bytes.Length), &made));
            }
            SetHandle(made);
        }

        /// <summary>Reads the next tick; false after the last.</summary>
        public bool Next(out TraceTick tick)
        {
            TraceTick next;
            var status = Native.collide_trace_next(this, &next);
            tick = status == Status.Ok ? next : default(TraceTick);
            if (status != Status.End)
            {
                Check(status);
            }
            return status == Status.Ok;
        }
    }

    public sealed unsafe partial class Batch
    {
        public Batch() : this(Settings.Default) { }

        public Batch(Settings settings)
        {
            IntPtr made;
            Check(Native.collide_batch_new(&settings, &made));
            SetHandle(made);
        }

        /// <summary>Calls with more pairs or more units of work are rejected.</summary>
        public void SetBudget(ulong maxPairs, ulong maxWork = ulong.MaxValue)
        {
            Check(Native.collide_batch_set_budget(this, maxPairs, maxWork));
        }

        /// <summary>All overlapping pairs of shapes, as indices.</summary>
        public IndexPair[] Pairs(ReadOnlySpan<Shape> shapes)
        {
            IndexPairs found;
            fixed (Shape* items = &Ref(shapes))
            {
                Check(Native.collide_batch_pairs(this, items, Size(shapes.Length), &found, null));
            }
            return List(found);
        }

        /// <summary>All overlapping pairs of a shape of `a` and a shape of `b`, as indices.</summary>
        public IndexPair[] PairsBetween(ReadOnlySpan<Shape> a, ReadOnlySpan<Shape> b)
        {
            IndexPairs found;
            fixed (Shape* first = &Ref(a))
            fixed (Shape* second = &Ref(b))
            {
                var (aCount, bCount) = (Size(a.Length), Size(b.Length));
                Check(Native.collide_batch_pairs_between(this, first, aCount, second, bCount, &found, null));
            }
            return List(found);
        }

        /// <summary>The number of pairs.</summary>
        public long CountPairs(ReadOnlySpan<Shape> shapes)
        {
            Report report;
            fixed (Shape* items = &Ref(shapes))
            {
                Check(Native.collide_batch_pairs(this, items, Size(shapes.Length), null, &report));
            }
            return (long)report.PairCount;
        }

        /// <summary>The number of pairs of a shape of `a` and a shape of `b`.</summary>
        public long CountPairsBetween(ReadOnlySpan<Shape> a, ReadOnlySpan<Shape> b)
        {
            Report report;
            fixed (Shape* first = &Ref(a))
            fixed (Shape* second = &Ref(b))
            {
                var (aCount, bCount) = (Size(a.Length), Size(b.Length));
                Check(Native.collide_batch_pairs_between(this, first, aCount, second, bCount, null, &report));
            }
            return (long)report.PairCount;
        }

        IndexPair[] List(IndexPairs found)
        {
            var pairs = new ReadOnlySpan<IndexPair>(found.pairs, checked((int)found.Count)).ToArray();
            GC.KeepAlive(this);
            return pairs;
        }
    }
}
