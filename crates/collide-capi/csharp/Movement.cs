// Entities and shapes that move along what blocks them.
using System;
using System.Runtime.InteropServices;
using static Collide.Call;

namespace Collide
{
    /// <summary>
    /// Whether a moving shape passes through an entity, such as a one-way platform. The normal is the unit vector to the
    /// entity at the point where it would block. It may be called from several threads at the same time.
    /// </summary>
    public delegate bool Pass(Handle entity, float normalX, float normalY);

    public partial struct MoveOptions
    {
        /// <summary>The default options.</summary>
        public static MoveOptions Default { get { return Native.collide_move_options_default(); } }
    }

    public partial struct SeparateOptions
    {
        /// <summary>The default options.</summary>
        public static SeparateOptions Default { get { return Native.collide_separate_options_default(); } }
    }

    /// <summary>Where shapes ended. Reuse one object for many calls, from one thread at a time.</summary>
    public sealed unsafe partial class Moves
    {
        Starts starts;
        Column<Handle> handles;
        Column<Slide> slides;
        Column<SlideHit> hits;

        public Moves()
        {
            IntPtr made;
            Check(Native.collide_moves_new(&made));
            SetHandle(made);
        }

        /// <summary>The number of shapes.</summary>
        public int Count { get; private set; }
        /// <summary>After `Move` and `Separate`: the entities, each once, in the order of the call.</summary>
        public ReadOnlySpan<Handle> Handles { get { return handles.All; } }
        /// <summary>Where each shape ended.</summary>
        public ReadOnlySpan<Slide> Slides { get { return slides.All; } }
        /// <summary>What a shape ran into, in order of time.</summary>
        public ReadOnlySpan<SlideHit> HitsOf(int index) { return hits.Of(starts, index); }

        internal void Read()
        {
            MovesView view;
            Check(Native.collide_moves_view(this, &view));
            Count = (int)view.Count;
            starts.Copy(view.starts, view.Count);
            handles.Copy(view.handles, view.Count);
            slides.Copy(view.slides, view.Count);
            hits.Copy(view.hits, starts.Total);
        }
    }

    /// <summary>A callback during a call.</summary>
    sealed class Passing
    {
        readonly Pass pass;
        readonly NativePass call;
        volatile Exception thrown;

        internal Passing(Pass pass)
        {
            this.pass = pass;
            call = Ask;
        }

        internal IntPtr Pointer
        {
            get { return pass == null ? IntPtr.Zero : Marshal.GetFunctionPointerForDelegate(call); }
        }

        byte Ask(IntPtr user, Handle entity, float normalX, float normalY)
        {
            // No exception may leave the call.
            try { return pass(entity, normalX, normalY) ? (byte)1 : (byte)0; }
            catch (Exception error) { thrown = error; return 0; }
        }

        /// <summary>The callback lives until here.</summary>
        internal void End()
        {
            GC.KeepAlive(call);
            World.Rethrow(thrown);
        }
    }

    public sealed unsafe partial class World
    {
        /// <summary>Moves entities, each by x and y in `motions`, along what blocks them.</summary>
        public void Move(ReadOnlySpan<Handle> handles, ReadOnlySpan<float> motions, Moves moves)
        {
            Move(handles, motions, moves, MoveOptions.Default);
        }

        public void Move(
            ReadOnlySpan<Handle> handles,
            ReadOnlySpan<float> motions,
            Moves moves,
            MoveOptions options,
            Pass pass = null)
        {
            Same(2 * handles.Length, motions.Length);
            var passing = new Passing(pass);
            options.pass = passing.Pointer;
            fixed (Handle* first = &Ref(handles))
            fixed (float* items = &Ref(motions))
            {
                Check(Native.collide_world_move(this, first, items, Size(handles.Length), &options, moves));
            }
            moves.Read();
            passing.End();
        }

        /// <summary>Moves entities of a crowd apart where they overlap.</summary>
        public void Separate(ReadOnlySpan<Handle> handles, Moves moves)
        {
            Separate(handles, moves, SeparateOptions.Default);
        }

        public void Separate(
            ReadOnlySpan<Handle> handles,
            Moves moves,
            SeparateOptions options,
            ReadOnlySpan<PushRule> rules = default(ReadOnlySpan<PushRule>))
        {
            fixed (Handle* first = &Ref(handles))
            fixed (PushRule* list = &Ref(rules))
            {
                options.rules = list;
                options.RuleCount = rules.Length;
                Check(Native.collide_world_separate(this, first, Size(handles.Length), &options, moves));
            }
            moves.Read();
        }

        /// <summary>Moves shapes that are no entities along what blocks them.</summary>
        public void Slide(ReadOnlySpan<Moving> moving, Moves moves, Ask ask = default(Ask))
        {
            Slide(moving, moves, MoveOptions.Default, ask);
        }

        public void Slide(
            ReadOnlySpan<Moving> moving,
            Moves moves,
            MoveOptions options,
            Ask ask = default(Ask),
            ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>),
            Pass pass = null)
        {
            var passing = new Passing(pass);
            options.pass = passing.Pointer;
            fixed (Moving* items = &Ref(moving))
            fixed (Filter* list = &Ref(filters))
            {
                ask.Use(list, filters.Length, moving.Length);
                Check(Native.collide_query_slide(this, items, Size(moving.Length), &ask, &options, moves));
            }
            moves.Read();
            passing.End();
        }

        /// <summary>A free place near each shape, or none. `moves` is working memory; 0 for `maxNeighbors` is no limit.</summary>
        public Shape?[] FreePlaces(
            ReadOnlySpan<Shape> shapes,
            float maxDistance,
            Moves moves,
            int maxNeighbors = 0,
            Ask ask = default(Ask),
            ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            var places = new Shape[shapes.Length];
            var found = new byte[shapes.Length];
            fixed (Shape* items = &Ref(shapes))
            fixed (Filter* list = &Ref(filters))
            fixed (Shape* free = places)
            fixed (byte* flags = found)
            {
                ask.Use(list, filters.Length, shapes.Length);
                var (count, limit) = (Size(shapes.Length), Size(maxNeighbors));
                Check(Native.collide_query_free_places(this, items, count, maxDistance, limit, &ask, moves, free, flags));
            }
            var answers = new Shape?[shapes.Length];
            for (var index = 0; index < answers.Length; index++)
            {
                answers[index] = found[index] != 0 ? places[index] : (Shape?)null;
            }
            return answers;
        }

        /// <summary>Turns oriented rects about their pivots, each until an entity blocks it.</summary>
        public Turn[] Turn(
            ReadOnlySpan<Turning> turning,
            Ask ask = default(Ask),
            ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            var turns = new Turn[turning.Length];
            fixed (Turning* items = &Ref(turning))
            fixed (Filter* list = &Ref(filters))
            fixed (Turn* answers = turns)
            {
                ask.Use(list, filters.Length, turning.Length);
                Check(Native.collide_query_turn(this, items, Size(turning.Length), &ask, answers));
            }
            return turns;
        }

        /// <summary>The pairs of entities that hit each other if all move at the same time.</summary>
        public SweptPair[] SweptPairs(ReadOnlySpan<Handle> handles, ReadOnlySpan<float> motions, Swept swept)
        {
            Same(2 * handles.Length, motions.Length);
            SweptPair* pairs;
            UIntPtr count;
            fixed (Handle* first = &Ref(handles))
            fixed (float* items = &Ref(motions))
            {
                Check(Native.collide_world_swept_pairs(this, first, items, Size(handles.Length), swept, &pairs, &count));
            }
            var answers = new ReadOnlySpan<SweptPair>(pairs, checked((int)count)).ToArray();
            GC.KeepAlive(swept);
            return answers;
        }
    }

    public sealed unsafe partial class Swept
    {
        public Swept(ulong maxWork = ulong.MaxValue)
        {
            IntPtr made;
            Check(Native.collide_swept_new(maxWork, &made));
            SetHandle(made);
        }
    }
}
