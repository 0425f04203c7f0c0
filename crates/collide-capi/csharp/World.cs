// The world: entities, settings and ticks.
using System;
using System.Runtime.InteropServices;
using static Collide.Call;

namespace Collide
{
    /// <summary>Changes circles in place. It may be called from several threads at the same time.</summary>
    public delegate void Change(Circles circles);

    public unsafe partial struct Circles
    {
        /// <summary>The x coordinates of the centers.</summary>
        public Span<float> X { get { return new Span<float>(x, (int)count); } }
        /// <summary>The y coordinates of the centers.</summary>
        public Span<float> Y { get { return new Span<float>(y, (int)count); } }
        /// <summary>The radii.</summary>
        public Span<float> Radius { get { return new Span<float>(radius, (int)count); } }
        /// <summary>The user data.</summary>
        public Span<ulong> Data { get { return new Span<ulong>(data, (int)count); } }
        /// <summary>The slots of the entities.</summary>
        public ReadOnlySpan<uint> Slots { get { return new ReadOnlySpan<uint>(slots, (int)count); } }
    }

    // Each method calls the function of the same name in Native, which documents it and its errors.
    public sealed unsafe partial class World
    {
        public World() : this(Settings.Default) { }

        public World(Settings settings)
        {
            IntPtr made;
            Check(Native.collide_world_new(&settings, &made));
            SetHandle(made);
        }

        public Settings Settings
        {
            get
            {
                Settings settings;
                Check(Native.collide_world_settings(this, &settings));
                return settings;
            }
            set { Check(Native.collide_world_set_settings(this, &value)); }
        }

        /// <summary>The number of entities.</summary>
        public int Count { get { return (int)Native.collide_world_len(this); } }
        /// <summary>The number of bytes that the world has allocated.</summary>
        public long Memory { get { return (long)Native.collide_world_memory(this); } }
        /// <summary>The number of steps so far.</summary>
        public ulong Tick { get { return Native.collide_world_tick(this); } }
        /// <summary>A hash of the last step, the same on every machine and in every language.</summary>
        public ulong Fingerprint { get { return Native.collide_world_fingerprint(this); } }

        /// <summary>Inserts a dynamic entity with the default layers.</summary>
        public Handle Insert(Shape shape) { return Insert(new Entity(shape)); }

        public Handle Insert(Entity entity)
        {
            Handle handle;
            Check(Native.collide_world_insert(this, &entity, Size(1), &handle));
            return handle;
        }

        /// <summary>Inserts entities, and returns their handles in the same order.</summary>
        public Handle[] Insert(ReadOnlySpan<Entity> entities)
        {
            var handles = new Handle[entities.Length];
            fixed (Entity* items = &Ref(entities))
            fixed (Handle* first = handles)
            {
                Check(Native.collide_world_insert(this, items, Size(entities.Length), first));
            }
            return handles;
        }

        public void SetShape(Handle handle, Shape shape)
        {
            Check(Native.collide_world_set_shapes(this, &handle, &shape, Size(1)));
        }

        public void SetShapes(ReadOnlySpan<Handle> handles, ReadOnlySpan<Shape> shapes)
        {
            Same(handles.Length, shapes.Length);
            fixed (Handle* first = &Ref(handles))
            fixed (Shape* items = &Ref(shapes))
            {
                Check(Native.collide_world_set_shapes(this, first, items, Size(handles.Length)));
            }
        }

        /// <summary>Sets shapes, data, layers, sensor flags and mobilities.</summary>
        public void SetEntities(ReadOnlySpan<Handle> handles, ReadOnlySpan<Entity> entities)
        {
            Same(handles.Length, entities.Length);
            fixed (Handle* first = &Ref(handles))
            fixed (Entity* items = &Ref(entities))
            {
                Check(Native.collide_world_set_entities(this, first, items, Size(handles.Length)));
            }
        }

        /// <summary>Moves entities to new centers: x and y of each.</summary>
        public void SetCenters(ReadOnlySpan<Handle> handles, ReadOnlySpan<float> centers)
        {
            Same(2 * handles.Length, centers.Length);
            fixed (Handle* first = &Ref(handles))
            fixed (float* items = &Ref(centers))
            {
                Check(Native.collide_world_set_centers(this, first, items, Size(handles.Length)));
            }
        }

        /// <summary>Moves each dynamic entity to the center, x and y, at the index of its slot: the fastest update.</summary>
        public void SetCentersBySlot(ReadOnlySpan<float> centers)
        {
            fixed (float* items = &Ref(centers))
            {
                Check(Native.collide_world_set_centers_by_slot(this, items, Size(centers.Length / 2)));
            }
        }

        /// <summary>Changes all dynamic circles in place, some hundreds at a time.</summary>
        public void UpdateCircles(Change change)
        {
            Exception thrown = null;
            NativeChange call = (user, circles) =>
            {
                // No exception may leave the call.
                try { change(*circles); }
                catch (Exception error) { thrown = error; }
            };
            Check(Native.collide_world_update_circles(this, Marshal.GetFunctionPointerForDelegate(call), IntPtr.Zero));
            GC.KeepAlive(call);
            Rethrow(thrown);
        }

        internal static void Rethrow(Exception thrown)
        {
            if (thrown != null)
            {
                throw new InvalidOperationException("the callback failed: " + thrown.Message, thrown);
            }
        }

        public void Remove(Handle handle) { Check(Native.collide_world_remove(this, &handle, Size(1))); }

        public void Remove(ReadOnlySpan<Handle> handles)
        {
            fixed (Handle* first = &Ref(handles))
            {
                Check(Native.collide_world_remove(this, first, Size(handles.Length)));
            }
        }

        /// <summary>The entity of a handle, if it exists.</summary>
        public bool TryGet(Handle handle, out Entity entity)
        {
            byte alive;
            Entity found;
            Check(Native.collide_world_get_entities(this, &handle, Size(1), &found, &alive));
            entity = found;
            return alive != 0;
        }

        public bool Contains(Handle handle)
        {
            Entity entity;
            return TryGet(handle, out entity);
        }

        /// <summary>All entities and their handles, in order of slots.</summary>
        public void Entities(out Handle[] handles, out Entity[] entities)
        {
            handles = new Handle[Count];
            entities = new Entity[handles.Length];
            fixed (Handle* first = handles)
            fixed (Entity* items = entities)
            {
                Check(Native.collide_world_entities(this, first, items, Size(handles.Length)));
            }
        }

        /// <summary>Moves the origin of the world within a larger world.</summary>
        public void Rebase(double fromX, double fromY, double toX, double toY)
        {
            Check(Native.collide_world_rebase(this, fromX, fromY, toX, toY));
        }

        /// <summary>Runs a tick. Fails if there are more pairs, or more units of work, than the limits.</summary>
        public void Step(ulong maxPairs = ulong.MaxValue, ulong maxWork = ulong.MaxValue)
        {
            Check(Native.collide_world_step_within(this, maxPairs, maxWork));
        }

        /// <summary>Indexes the entities that changed, so that queries are fast before the next step.</summary>
        public void Refresh() { Check(Native.collide_world_refresh(this)); }

        /// <summary>The number of pairs that a step would find now.</summary>
        public long CountPairs()
        {
            ulong count;
            Check(Native.collide_world_count_pairs(this, &count));
            return (long)count;
        }

        /// <summary>The pairs of the last step.</summary>
        public Pair[] Pairs()
        {
            var pairs = new Pair[(int)Native.collide_world_pair_count(this)];
            Pairs(ref pairs);
            return pairs;
        }

        /// <summary>The pairs of the last step, in an array that is replaced if it is too short.</summary>
        public ReadOnlySpan<Pair> Pairs(ref Pair[] memory)
        {
            var count = (int)Native.collide_world_pair_count(this);
            fixed (Pair* items = Room(ref memory, count))
            {
                Check(Native.collide_world_pairs(this, items, Size(count)));
            }
            return new ReadOnlySpan<Pair>(memory, 0, count);
        }

        /// <summary>The events of the last step, if the settings have events.</summary>
        public Event[] Events()
        {
            var events = new Event[(int)Native.collide_world_event_count(this)];
            Events(ref events);
            return events;
        }

        /// <summary>The events of the last step, in an array that is replaced if it is too short.</summary>
        public ReadOnlySpan<Event> Events(ref Event[] memory)
        {
            var count = (int)Native.collide_world_event_count(this);
            fixed (Event* items = Room(ref memory, count))
            {
                Check(Native.collide_world_events(this, items, Size(count)));
            }
            return new ReadOnlySpan<Event>(memory, 0, count);
        }

        /// <summary>The events of one entity at the last step.</summary>
        public Event[] EventsOf(Handle handle)
        {
            UIntPtr count;
            var status = Native.collide_world_events_of(this, handle, null, Size(0), &count);
            var events = new Event[(int)count];
            fixed (Event* items = events)
            {
                Check(events.Length == 0
                    ? status
                    : Native.collide_world_events_of(this, handle, items, count, &count));
            }
            return events;
        }

        /// <summary>The contact of each pair of the last step.</summary>
        public Contact[] Contacts()
        {
            var contacts = new Contact[(int)Native.collide_world_pair_count(this)];
            fixed (Contact* items = contacts)
            {
                Check(Native.collide_world_contacts(this, items, Size(contacts.Length)));
            }
            return contacts;
        }

        /// <summary>The places that have more than `max` dynamic entities, the one with the most entities first.</summary>
        public Crowd[] Crowds(uint max, ulong first = 0)
        {
            UIntPtr count;
            var status = Native.collide_world_crowds(this, max, first, null, Size(0), &count);
            var crowds = new Crowd[(int)count];
            fixed (Crowd* items = crowds)
            {
                Check(crowds.Length == 0
                    ? status
                    : Native.collide_world_crowds(this, max, first, items, count, &count));
            }
            return crowds;
        }

        /// <summary>The counts and times of the last step.</summary>
        public Report Report()
        {
            Report report;
            Check(Native.collide_world_report(this, &report));
            return report;
        }

        /// <summary>The strategy of the last step, the reason for it, and the times, as text.</summary>
        public string Explain()
        {
            using (var text = new Bytes())
            {
                Check(Native.collide_world_explain(this, text));
                return text.ToString();
            }
        }

        /// <summary>The p50 and p99 times of the last ticks, as a line for a log.</summary>
        public string Recent()
        {
            using (var text = new Bytes())
            {
                Check(Native.collide_world_recent(this, text));
                return text.ToString();
            }
        }

        /// <summary>Fails if an internal invariant does not hold.</summary>
        public void Validate() { Check(Native.collide_world_validate(this)); }
    }
}
