// The methods that call libcollide, generated from crates/collide-capi/src. Do not edit.
using System;
using static Collide.Call;

namespace Collide
{
    public unsafe partial struct Shape
    {
        /// <summary>Returns a circle as a shape. An invalid shape is rejected by the call that uses it.</summary>
        public static Shape Circle(float x, float y, float radius) { return Native.collide_circle(x, y, radius); }

        /// <summary>Returns an axis-aligned rectangle between two corners as a shape. An invalid shape is rejected by the call that uses it.</summary>
        public static Shape Rect(float minX, float minY, float maxX, float maxY) { return Native.collide_rect(minX, minY, maxX, maxY); }

        /// <summary>Returns a rectangle around a center, rotated by an angle in radians, as a shape. Cosine and sine of the angle are the same on every machine, unlike those of the C library. An invalid shape is rejected by the call that uses it.</summary>
        public static Shape OrientedRect(float x, float y, float halfWidth, float halfHeight, float radians) { return Native.collide_oriented_rect(x, y, halfWidth, halfHeight, radians); }

        /// <summary>Returns a rectangle around a center, rotated by an angle in degrees, as a shape. Multiples of 90 degrees are exact. Otherwise as `OrientedRect`.</summary>
        public static Shape OrientedRectDegrees(float x, float y, float halfWidth, float halfHeight, float degrees) { return Native.collide_oriented_rect_degrees(x, y, halfWidth, halfHeight, degrees); }

        /// <summary>Returns a capsule as a shape: every point at most `radius` away from the segment between `a` and `b`. Its position is `0, 0`; `At` moves it. An invalid shape is rejected by the call that uses it.</summary>
        public static Shape Capsule(float aX, float aY, float bX, float bY, float radius) { return Native.collide_capsule(aX, aY, bX, bY, radius); }

        /// <summary>A polygon: the convex hull of points, grown by a radius. `points` has x and y of each point; the points can have any order. The hull must have at most eight corners; points that are no corners are left out, by exact decisions. The position of the polygon is `0, 0`; `At` moves it.</summary>
        public static Shape Polygon(ReadOnlySpan<float> points, float radius = 0)
        {
            Same(points.Length / 2 * 2, points.Length);
            Shape answer;
            fixed (float* pointsItems = &Ref(points))
            {
                Check(Native.collide_polygon(pointsItems, Size(points.Length / 2), radius, &answer));
            }
            return answer;
        }

        /// <summary>A regular polygon around its position, which is `0, 0`, with a corner at `(circumradius, 0)`. Its corners are the same on every machine.</summary>
        public static Shape RegularPolygon(int corners, float circumradius)
        {
            Shape answer;
            Check(Native.collide_regular_polygon(Size(corners), circumradius, &answer));
            return answer;
        }

        /// <summary>A capsule or polygon at another position. The points of a shape are its position plus its offsets, exactly.</summary>
        public Shape At(float x, float y)
        {
            var shape = this;
            var positions = stackalloc float[2];
            positions[0] = x;
            positions[1] = y;
            Shape answer;
            Check(Native.collide_shapes_at(&shape, positions, Size(1), &answer));
            return answer;
        }

        /// <summary>A capsule or polygon with its offsets rotated about its position, by an angle in radians. To turn a body step by step, always turn the same unturned shape by the whole angle: if you turn the result again, the rounding adds up. Cosine and sine of an angle are the same on every machine.</summary>
        public Shape Turned(float radians)
        {
            var shape = this;
            Shape answer;
            Check(Native.collide_shapes_turned(&shape, &radians, Size(1), &answer));
            return answer;
        }

        /// <summary>A capsule or polygon with its offsets rotated about its position, by an angle in degrees. Multiples of 90 degrees are exact. Otherwise as `Turned`.</summary>
        public Shape TurnedDegrees(float degrees)
        {
            var shape = this;
            Shape answer;
            Check(Native.collide_shapes_turned_degrees(&shape, &degrees, Size(1), &answer));
            return answer;
        }

        /// <summary>Whether the shape `a` overlaps the shape `b`. `touching` is `Touching.Closed` or `Touching.Open`.</summary>
        public bool Overlaps(Shape other, Touching touching = Touching.Closed)
        {
            var a = this;
            byte answer;
            Check(Native.collide_overlaps(&a, &other, Size(1), touching, &answer));
            return answer != 0;
        }

        /// <summary>Whether the shape `a` contains the shape `b`. They may share their borders. A point is a circle with radius zero.</summary>
        public bool Contains(Shape other)
        {
            var a = this;
            byte answer;
            Check(Native.collide_contains(&a, &other, Size(1), &answer));
            return answer != 0;
        }

        /// <summary>The distance of two shapes in world units: 0 exactly if they overlap or touch.</summary>
        public float Distance(Shape other)
        {
            var a = this;
            float answer;
            Check(Native.collide_distance(&a, &other, Size(1), &answer));
            return answer;
        }

        /// <summary>The closest points of two shapes; none if they overlap or touch.</summary>
        public ClosestPoints? ClosestPoints(Shape other)
        {
            var a = this;
            ClosestPoints answer;
            Check(Native.collide_closest_points(&a, &other, Size(1), &answer));
            return answer.Distance != 0 ? answer : (ClosestPoints?)null;
        }

        /// <summary>The contact of two shapes; none if they neither overlap nor touch.</summary>
        public Contact? Contact(Shape other)
        {
            var a = this;
            Contact answer;
            Check(Native.collide_contact(&a, &other, Size(1), &answer));
            return answer.PointCount != 0 ? answer : (Contact?)null;
        }

        /// <summary>Where a ray hits a shape. A ray that only touches a shape hits it.</summary>
        public RayHit? Cast(Ray ray)
        {
            var shape = this;
            RayHit answer;
            byte there;
            Check(Native.collide_cast_ray(&ray, &shape, Size(1), &answer, &there));
            return there != 0 ? answer : (RayHit?)null;
        }

        /// <summary>Where a segment overlaps a shape, with `entry` and `exit` as fractions of the segment.</summary>
        public RayHit? Cast(Segment segment)
        {
            var shape = this;
            RayHit answer;
            byte there;
            Check(Native.collide_cast_segment(&segment, &shape, Size(1), &answer, &there));
            return there != 0 ? answer : (RayHit?)null;
        }
    }

    public unsafe partial struct Entity
    {
        /// <summary>Returns a dynamic entity with a shape, data zero and the default layers, with which it collides with all others.</summary>
        public Entity(Shape shape) { this = Native.collide_entity(shape); }
    }

    public unsafe partial struct Settings
    {
        /// <summary>The default settings: automatic strategy, touching counts, no pairs of two static entities or two sensors, pairs sorted by slot, no events, no change ticks, no history, no limit of crowds, the shared thread pool.</summary>
        public static Settings Default { get { return Native.collide_settings_default(); } }
    }

    public sealed unsafe partial class World
    {
        /// <summary>An empty world.</summary>
        public World() : this(Settings.Default) { }

        /// <summary>An empty world.</summary>
        public World(Settings settings)
        {
            IntPtr made;
            Check(Native.collide_world_new(&settings, &made));
            SetHandle(made);
        }

        /// <summary>The number of entities.</summary>
        public int Count { get { return (int)Native.collide_world_len(this); } }

        /// <summary>Inserts entities, and gives their handles in the same order. The entities take part from the next step on.</summary>
        public Handle[] Insert(ReadOnlySpan<Entity> entities)
        {
            var handles = new Handle[entities.Length];
            fixed (Entity* entitiesItems = &Ref(entities))
            fixed (Handle* handlesItems = handles)
            {
                Check(Native.collide_world_insert(this, entitiesItems, Size(entities.Length), handlesItems));
            }
            return handles;
        }

        /// <summary>`Insert` for one item.</summary>
        public Handle Insert(Entity entity)
        {
            Handle answer;
            Check(Native.collide_world_insert(this, &entity, Size(1), &answer));
            return answer;
        }

        /// <summary>Sets the shapes of entities. If a handle occurs several times, its last shape is used. All other properties stay the same.</summary>
        public void SetShapes(ReadOnlySpan<Handle> handles, ReadOnlySpan<Shape> shapes)
        {
            Same(handles.Length, shapes.Length);
            fixed (Handle* handlesItems = &Ref(handles))
            fixed (Shape* shapesItems = &Ref(shapes))
            {
                Check(Native.collide_world_set_shapes(this, handlesItems, shapesItems, Size(handles.Length)));
            }
        }

        /// <summary>`SetShapes` for one item.</summary>
        public void SetShape(Handle handle, Shape shape)
        {
            Check(Native.collide_world_set_shapes(this, &handle, &shape, Size(1)));
        }

        /// <summary>Sets shape, data, layers, sensor flag and mobility of entities. They keep their handles.</summary>
        public void SetEntities(ReadOnlySpan<Handle> handles, ReadOnlySpan<Entity> entities)
        {
            Same(handles.Length, entities.Length);
            fixed (Handle* handlesItems = &Ref(handles))
            fixed (Entity* entitiesItems = &Ref(entities))
            {
                Check(Native.collide_world_set_entities(this, handlesItems, entitiesItems, Size(handles.Length)));
            }
        }

        /// <summary>`SetEntities` for one item.</summary>
        public void SetEntity(Handle handle, Entity entity)
        {
            Check(Native.collide_world_set_entities(this, &handle, &entity, Size(1)));
        }

        /// <summary>Removes entities; their handles become stale. Duplicate handles are ignored.</summary>
        public void Remove(ReadOnlySpan<Handle> handles)
        {
            fixed (Handle* handlesItems = &Ref(handles))
            {
                Check(Native.collide_world_remove(this, handlesItems, Size(handles.Length)));
            }
        }

        /// <summary>`Remove` for one item.</summary>
        public void Remove(Handle handle)
        {
            Check(Native.collide_world_remove(this, &handle, Size(1)));
        }

        /// <summary>The entities of handles, as far as they exist. The first access by handle after a step costs a pass over all entities.</summary>
        public void GetEntities(ReadOnlySpan<Handle> handles, out Entity[] entities, out bool[] alive)
        {
            entities = new Entity[handles.Length];
            alive = new bool[handles.Length];
            fixed (Handle* handlesItems = &Ref(handles))
            fixed (Entity* entitiesItems = entities)
            fixed (bool* aliveItems = alive)
            {
                Check(Native.collide_world_get_entities(this, handlesItems, Size(handles.Length), entitiesItems, (byte*)aliveItems));
            }
        }

        /// <summary>`GetEntities` for one item.</summary>
        public bool TryGet(Handle handle, out Entity entity)
        {
            Entity answer;
            byte there;
            Check(Native.collide_world_get_entities(this, &handle, Size(1), &answer, &there));
            entity = answer;
            return there != 0;
        }

        /// <summary>All entities and their handles, in order of slots.</summary>
        public void Entities(out Handle[] handles, out Entity[] entities)
        {
            var count = (int)Native.collide_world_len(this);
            handles = new Handle[count];
            entities = new Entity[count];
            fixed (Handle* handlesItems = handles)
            fixed (Entity* entitiesItems = entities)
            {
                Check(Native.collide_world_entities(this, handlesItems, entitiesItems, Size(count)));
            }
        }

        /// <summary>The entities whose last change was at `tick` or later, in order of slots. None unless the settings have `ChangeTicks`.</summary>
        public Handle[] ChangedSince(ulong tick)
        {
            Handle[] memory = null;
            ChangedSince(tick, ref memory);
            return memory;
        }

        /// <summary>The entities whose last change was at `tick` or later, in order of slots. None unless the settings have `ChangeTicks`.</summary>
        public ReadOnlySpan<Handle> ChangedSince(ulong tick, ref Handle[] memory)
        {
            var total = UIntPtr.Zero;
            Native.collide_world_changed_since(this, tick, null, Size(0), &total);
            var count = (int)total;
            fixed (Handle* handlesItems = Room(ref memory, count))
            {
                Check(Native.collide_world_changed_since(this, tick, handlesItems, Size(count), &total));
            }
            return new ReadOnlySpan<Handle>(memory, 0, count);
        }

        /// <summary>Moves entities to new centers: x and y of each, in world units. The center of a capsule or polygon is its position. Sizes and rotations stay the same. If a handle occurs several times, its last center is used.</summary>
        public void SetCenters(ReadOnlySpan<Handle> handles, ReadOnlySpan<float> centers)
        {
            Same(2 * handles.Length, centers.Length);
            fixed (Handle* handlesItems = &Ref(handles))
            fixed (float* centersItems = &Ref(centers))
            {
                Check(Native.collide_world_set_centers(this, handlesItems, centersItems, Size(handles.Length)));
            }
        }

        /// <summary>Moves each dynamic entity to the center at the index of its slot, if there is one: the fastest update from positions outside the world. `centers` has x and y of each center. The slot is the lower half of a handle.</summary>
        public void SetCentersBySlot(ReadOnlySpan<float> centers)
        {
            Same(centers.Length / 2 * 2, centers.Length);
            fixed (float* centersItems = &Ref(centers))
            {
                Check(Native.collide_world_set_centers_by_slot(this, centersItems, Size(centers.Length / 2)));
            }
        }

        /// <summary>Moves the origin of the world within a larger world, from one point to another. All coordinates change; the history is cleared.</summary>
        public void Rebase(double fromX, double fromY, double toX, double toY)
        {
            Check(Native.collide_world_rebase(this, fromX, fromY, toX, toY));
        }

        /// <summary>Runs a tick that fails if it exceeds the budget, before it costs too much time and memory.</summary>
        public void Step(Budget budget = default(Budget))
        {
            Check(Native.collide_world_step_within(this, &budget));
        }

        /// <summary>Re-indexes the entities that changed since the last step, so that queries are fast again. Finds no pairs. Call it once after a batch of changes, before queries, if there is no step between them.</summary>
        public void Refresh()
        {
            Check(Native.collide_world_refresh(this));
        }

        /// <summary>The number of pairs that a step would find now, without running a tick and without memory for the pairs.</summary>
        public long CountPairs()
        {
            ulong answer;
            Check(Native.collide_world_count_pairs(this, &answer));
            return (long)answer;
        }

        /// <summary>The number of steps so far.</summary>
        public ulong Tick { get { return Native.collide_world_tick(this); } }

        /// <summary>The fingerprint of the last step: a hash of the tick number and its pairs. It is the same on every machine, in every language, for every strategy and number of threads, if pairs are sorted by slot.</summary>
        public ulong Fingerprint { get { return Native.collide_world_fingerprint(this); } }

        /// <summary>The number of bytes that the world has allocated.</summary>
        public long Memory { get { return (long)Native.collide_world_memory(this); } }

        /// <summary>The number of pairs of the last step.</summary>
        public int PairCount { get { return (int)Native.collide_world_pair_count(this); } }

        /// <summary>The pairs of the last step: each once, sorted by the smaller and then by the larger slot. The handle of an entity that was removed since the step is stale.</summary>
        public Pair[] Pairs()
        {
            Pair[] memory = null;
            Pairs(ref memory);
            return memory;
        }

        /// <summary>The pairs of the last step: each once, sorted by the smaller and then by the larger slot. The handle of an entity that was removed since the step is stale.</summary>
        public ReadOnlySpan<Pair> Pairs(ref Pair[] memory)
        {
            var count = (int)Native.collide_world_pair_count(this);
            fixed (Pair* pairsItems = Room(ref memory, count))
            {
                Check(Native.collide_world_pairs(this, pairsItems, Size(count)));
            }
            return new ReadOnlySpan<Pair>(memory, 0, count);
        }

        /// <summary>The number of events of the last step, if the settings have events.</summary>
        public int EventCount { get { return (int)Native.collide_world_event_count(this); } }

        /// <summary>The events of the last step, in order of slots. The pairs of a removed entity end with its old handle.</summary>
        public Event[] Events()
        {
            Event[] memory = null;
            Events(ref memory);
            return memory;
        }

        /// <summary>The events of the last step, in order of slots. The pairs of a removed entity end with its old handle.</summary>
        public ReadOnlySpan<Event> Events(ref Event[] memory)
        {
            var count = (int)Native.collide_world_event_count(this);
            fixed (Event* eventsItems = Room(ref memory, count))
            {
                Check(Native.collide_world_events(this, eventsItems, Size(count)));
            }
            return new ReadOnlySpan<Event>(memory, 0, count);
        }

        /// <summary>The events of one entity of the last step. None for a stale handle.</summary>
        public Event[] EventsOf(Handle handle)
        {
            Event[] memory = null;
            EventsOf(handle, ref memory);
            return memory;
        }

        /// <summary>The events of one entity of the last step. None for a stale handle.</summary>
        public ReadOnlySpan<Event> EventsOf(Handle handle, ref Event[] memory)
        {
            var total = UIntPtr.Zero;
            Native.collide_world_events_of(this, handle, null, Size(0), &total);
            var count = (int)total;
            fixed (Event* eventsItems = Room(ref memory, count))
            {
                Check(Native.collide_world_events_of(this, handle, eventsItems, Size(count), &total));
            }
            return new ReadOnlySpan<Event>(memory, 0, count);
        }

        /// <summary>The events of the last step between an entity of one of the categories `ofA` and one of the categories `ofB`, in order of slots, each once, with the data of both entities. A category is a bit of `category` of `Layers`; `ulong.MaxValue` means every entity.</summary>
        public EventBetween[] EventsBetween(ulong ofA, ulong ofB)
        {
            EventBetween[] memory = null;
            EventsBetween(ofA, ofB, ref memory);
            return memory;
        }

        /// <summary>The events of the last step between an entity of one of the categories `ofA` and one of the categories `ofB`, in order of slots, each once, with the data of both entities. A category is a bit of `category` of `Layers`; `ulong.MaxValue` means every entity.</summary>
        public ReadOnlySpan<EventBetween> EventsBetween(ulong ofA, ulong ofB, ref EventBetween[] memory)
        {
            var total = UIntPtr.Zero;
            Native.collide_world_events_between(this, ofA, ofB, null, Size(0), &total);
            var count = (int)total;
            fixed (EventBetween* eventsItems = Room(ref memory, count))
            {
                Check(Native.collide_world_events_between(this, ofA, ofB, eventsItems, Size(count), &total));
            }
            return new ReadOnlySpan<EventBetween>(memory, 0, count);
        }

        /// <summary>The report of the last step; all zero before the first step.</summary>
        public Report Report()
        {
            Report answer;
            Check(Native.collide_world_report(this, &answer));
            return answer;
        }

        /// <summary>The places that now have more than `max` dynamic entities, the one with the most entities first. The settings have no effect: `max` and `first` are as `CrowdMax` and `CrowdFirst` there, but with 0 for `max` these are all places with a dynamic entity.</summary>
        public Crowd[] Crowds(uint max, ulong first = 0)
        {
            Crowd[] memory = null;
            Crowds(max, ref memory, first);
            return memory;
        }

        /// <summary>The places that now have more than `max` dynamic entities, the one with the most entities first. The settings have no effect: `max` and `first` are as `CrowdMax` and `CrowdFirst` there, but with 0 for `max` these are all places with a dynamic entity.</summary>
        public ReadOnlySpan<Crowd> Crowds(uint max, ref Crowd[] memory, ulong first = 0)
        {
            var total = UIntPtr.Zero;
            Native.collide_world_crowds(this, max, first, null, Size(0), &total);
            var count = (int)total;
            fixed (Crowd* crowdsItems = Room(ref memory, count))
            {
                Check(Native.collide_world_crowds(this, max, first, crowdsItems, Size(count), &total));
            }
            return new ReadOnlySpan<Crowd>(memory, 0, count);
        }

        /// <summary>A readable explanation of the last step: the strategy, the reason for it, and the times. Empty before the first step.</summary>
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

        /// <summary>Checks the internal invariants of a world; takes about as long as a tick.</summary>
        public void Validate()
        {
            Check(Native.collide_world_validate(this));
        }

        /// <summary>The contact of each pair of the last step, in the order of `Pairs`.</summary>
        public Contact[] Contacts()
        {
            Contact[] memory = null;
            Contacts(ref memory);
            return memory;
        }

        /// <summary>The contact of each pair of the last step, in the order of `Pairs`.</summary>
        public ReadOnlySpan<Contact> Contacts(ref Contact[] memory)
        {
            var count = (int)Native.collide_world_pair_count(this);
            fixed (Contact* contactsItems = Room(ref memory, count))
            {
                Check(Native.collide_world_contacts(this, contactsItems, Size(count)));
            }
            return new ReadOnlySpan<Contact>(memory, 0, count);
        }

        /// <summary>Continuous collision detection: finds every pair of a moving entity and another entity that hit each other during the motion, each once, in order of slots. `handles` are the moving entities, and `motions` has x and y of each motion, in world units; all other entities do not move.</summary>
        public SweptPair[] SweptPairs(ReadOnlySpan<Handle> handles, ReadOnlySpan<float> motions, Swept swept, Budget budget = default(Budget))
        {
            Same(2 * handles.Length, motions.Length);
            SweptPair* pairs;
            UIntPtr keptCount;
            fixed (Handle* handlesItems = &Ref(handles))
            fixed (float* motionsItems = &Ref(motions))
            {
                Check(Native.collide_world_swept_pairs(this, handlesItems, motionsItems, Size(handles.Length), &budget, swept, &pairs, &keptCount));
            }
            return Kept<SweptPair>(pairs, keptCount, swept);
        }

        /// <summary>Overlap query: the entities that overlap each of the shapes, under the world's touching rule, in order of slots. A point query is a circle with radius zero.</summary>
        public void Overlap(ReadOnlySpan<Shape> shapes, Hits hits, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Shape* shapesItems = &Ref(shapes))
            fixed (Filter* filtersItems = &Ref(filters))
            {
                ask.Use(filtersItems, filters.Length, shapes.Length);
                Check(Native.collide_query_overlap(this, shapesItems, Size(shapes.Length), &ask, hits), hits);
            }
        }

        /// <summary>`Overlap` for one item.</summary>
        public Handle[] Overlapping(Shape shape, Filter filter = default(Filter), double? tick = null)
        {
            var hits = One();
            Overlap(new ReadOnlySpan<Shape>(&shape, 1), hits, All(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return hits.Of(0).ToArray();
        }

        /// <summary>Sector query: the entities that overlap each of the sectors, under the world's touching rule, in order of slots. Walls do not hide what is behind them: for sight, call `Blocked` with the lines to the hits.</summary>
        public void Sector(ReadOnlySpan<Sector> sectors, Hits hits, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Sector* sectorsItems = &Ref(sectors))
            fixed (Filter* filtersItems = &Ref(filters))
            {
                ask.Use(filtersItems, filters.Length, sectors.Length);
                Check(Native.collide_query_sector(this, sectorsItems, Size(sectors.Length), &ask, hits), hits);
            }
        }

        /// <summary>`Sector` for one item.</summary>
        public Handle[] InSector(Sector sector, Filter filter = default(Filter), double? tick = null)
        {
            var hits = One();
            Sector(new ReadOnlySpan<Sector>(&sector, 1), hits, All(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return hits.Of(0).ToArray();
        }

        /// <summary>Raycast: the entities that each of the rays hits, sorted by entry and then by slot. A ray that only touches a shape hits it.</summary>
        public void Ray(ReadOnlySpan<Ray> rays, Hits hits, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Ray* raysItems = &Ref(rays))
            fixed (Filter* filtersItems = &Ref(filters))
            {
                ask.Use(filtersItems, filters.Length, rays.Length);
                Check(Native.collide_query_ray(this, raysItems, Size(rays.Length), &ask, hits), hits);
            }
        }

        /// <summary>`Ray` for one item.</summary>
        public bool FirstOnRay(Ray ray, out Handle entity, out RayHit hit, Filter filter = default(Filter), double? tick = null)
        {
            var hits = One();
            Ray(new ReadOnlySpan<Ray>(&ray, 1), hits, First(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return Only(hits, hits.RaysOf(0), out entity, out hit);
        }

        /// <summary>Raycast along segments: the entities that overlap each of the segments, under the world's touching rule, sorted by entry and then by slot.</summary>
        public void Segment(ReadOnlySpan<Segment> segments, Hits hits, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Segment* segmentsItems = &Ref(segments))
            fixed (Filter* filtersItems = &Ref(filters))
            {
                ask.Use(filtersItems, filters.Length, segments.Length);
                Check(Native.collide_query_segment(this, segmentsItems, Size(segments.Length), &ask, hits), hits);
            }
        }

        /// <summary>`Segment` for one item.</summary>
        public bool FirstOnSegment(Segment segment, out Handle entity, out RayHit hit, Filter filter = default(Filter), double? tick = null)
        {
            var hits = One();
            Segment(new ReadOnlySpan<Segment>(&segment, 1), hits, First(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return Only(hits, hits.RaysOf(0), out entity, out hit);
        }

        /// <summary>Line of sight: whether any entity overlaps each of the segments. Costs less than `Segment`. The mode has no effect.</summary>
        public void Blocked(ReadOnlySpan<Segment> segments, Hits hits, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Segment* segmentsItems = &Ref(segments))
            fixed (Filter* filtersItems = &Ref(filters))
            {
                ask.Use(filtersItems, filters.Length, segments.Length);
                Check(Native.collide_query_blocked(this, segmentsItems, Size(segments.Length), &ask, hits), hits);
            }
        }

        /// <summary>`Blocked` for one item.</summary>
        public bool IsBlocked(Segment segment, Filter filter = default(Filter), double? tick = null)
        {
            var hits = One();
            Blocked(new ReadOnlySpan<Segment>(&segment, 1), hits, First(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return hits.IsBlocked(0);
        }

        /// <summary>Shapecast: the entities that each of the moving shapes hits while all entities stand still, sorted by time of impact and then by slot.</summary>
        public void Sweep(ReadOnlySpan<Moving> moving, Hits hits, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Moving* movingItems = &Ref(moving))
            fixed (Filter* filtersItems = &Ref(filters))
            {
                ask.Use(filtersItems, filters.Length, moving.Length);
                Check(Native.collide_query_sweep(this, movingItems, Size(moving.Length), &ask, hits), hits);
            }
        }

        /// <summary>`Sweep` for one item.</summary>
        public bool FirstSwept(Moving moving, out Handle entity, out Impact hit, Filter filter = default(Filter), double? tick = null)
        {
            var hits = One();
            Sweep(new ReadOnlySpan<Moving>(&moving, 1), hits, First(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return Only(hits, hits.ImpactsOf(0), out entity, out hit);
        }

        /// <summary>Nearest neighbours: the entities nearest to each of the shapes and their distances, sorted by distance and then by slot. The number of results is set by the query; the mode has no effect.</summary>
        public void Nearest(ReadOnlySpan<Nearest> nearest, Hits hits, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Nearest* nearestItems = &Ref(nearest))
            fixed (Filter* filtersItems = &Ref(filters))
            {
                ask.Use(filtersItems, filters.Length, nearest.Length);
                Check(Native.collide_query_nearest(this, nearestItems, Size(nearest.Length), &ask, hits), hits);
            }
        }

        /// <summary>The shapes of entities at the time of `ask`, as far as they existed then.</summary>
        public void Shapes(ReadOnlySpan<Handle> handles, out Shape[] shapes, out bool[] there, Ask ask = default(Ask))
        {
            shapes = new Shape[handles.Length];
            there = new bool[handles.Length];
            fixed (Handle* handlesItems = &Ref(handles))
            fixed (Shape* shapesItems = shapes)
            fixed (bool* thereItems = there)
            {
                Check(Native.collide_query_shapes(this, handlesItems, Size(handles.Length), &ask, shapesItems, (byte*)thereItems));
            }
        }

        /// <summary>Moves entities: each slides by its motion along what blocks it. `motions` has x and y of each motion, in world units.</summary>
        public void Move(ReadOnlySpan<Handle> handles, ReadOnlySpan<float> motions, Moves moves) { Move(handles, motions, moves, MoveOptions.Default); }

        /// <summary>Moves entities: each slides by its motion along what blocks it. `motions` has x and y of each motion, in world units.</summary>
        public void Move(ReadOnlySpan<Handle> handles, ReadOnlySpan<float> motions, Moves moves, MoveOptions options, Pass pass = null)
        {
            Same(2 * handles.Length, motions.Length);
            var passing = new Passing(pass);
            options.pass = passing.Pointer;
            fixed (Handle* handlesItems = &Ref(handles))
            fixed (float* motionsItems = &Ref(motions))
            {
                Check(Native.collide_world_move(this, handlesItems, motionsItems, Size(handles.Length), &options, moves), moves);
            }
            passing.End();
        }

        /// <summary>Move and slide of shapes that need not be entities: each moves by its motion along the entities that block it. The shapes do not block each other, and the world does not change. Exclude an entity itself with a filter of `ask`; the mode has no effect. Sensors never block.</summary>
        public void Slide(ReadOnlySpan<Moving> moving, Moves moves, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>)) { Slide(moving, moves, MoveOptions.Default, ask, filters); }

        /// <summary>Move and slide of shapes that need not be entities: each moves by its motion along the entities that block it. The shapes do not block each other, and the world does not change. Exclude an entity itself with a filter of `ask`; the mode has no effect. Sensors never block.</summary>
        public void Slide(ReadOnlySpan<Moving> moving, Moves moves, MoveOptions options, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>), Pass pass = null)
        {
            var passing = new Passing(pass);
            options.pass = passing.Pointer;
            fixed (Moving* movingItems = &Ref(moving))
            fixed (Filter* filtersItems = &Ref(filters))
            {
                ask.Use(filtersItems, filters.Length, moving.Length);
                Check(Native.collide_query_slide(this, movingItems, Size(moving.Length), &ask, &options, moves), moves);
            }
            passing.End();
        }

        /// <summary>Free places: for each of the shapes the nearest place at most `maxDistance` away where its interior overlaps that of no entity; the shape itself if it is free already. The places are searched for one by one: they may overlap each other. Sensors never count; the mode of `ask` has no effect. `moves` is working memory; it has no slides afterwards.</summary>
        public Shape?[] FreePlaces(ReadOnlySpan<Shape> shapes, float maxDistance, Moves moves, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            var places = new Shape[shapes.Length];
            var found = new bool[shapes.Length];
            fixed (Shape* shapesItems = &Ref(shapes))
            fixed (Filter* filtersItems = &Ref(filters))
            fixed (Shape* placesItems = places)
            fixed (bool* foundItems = found)
            {
                ask.Use(filtersItems, filters.Length, shapes.Length);
                Check(Native.collide_query_free_places(this, shapesItems, Size(shapes.Length), maxDistance, &ask, moves, placesItems, (byte*)foundItems), moves);
            }
            return Found(places, found);
        }

        /// <summary>A lag-compensated projectile: moves a shape by its motion from tick `from` to tick `to`, among the entities as they moved then, to the first hit.</summary>
        public bool SweepThrough(Moving moving, double from, double to, out PastHit hit, Filter filter = default(Filter))
        {
            PastHit answer;
            byte there;
            Check(Native.collide_world_sweep_through(this, &moving, &filter, from, to, &answer, &there));
            hit = answer;
            return there != 0;
        }

        /// <summary>Moves entities apart where they overlap, softly: in a fixed number of rounds, each along what blocks it. A dense crowd needs several calls until it no longer overlaps. `moves` then has the shapes afterwards, as slides without hits.</summary>
        public void Separate(ReadOnlySpan<Handle> handles, Moves moves) { Separate(handles, moves, SeparateOptions.Default); }

        /// <summary>Moves entities apart where they overlap, softly: in a fixed number of rounds, each along what blocks it. A dense crowd needs several calls until it no longer overlaps. `moves` then has the shapes afterwards, as slides without hits.</summary>
        public void Separate(ReadOnlySpan<Handle> handles, Moves moves, SeparateOptions options, ReadOnlySpan<PushRule> rules = default(ReadOnlySpan<PushRule>))
        {
            fixed (Handle* handlesItems = &Ref(handles))
            fixed (PushRule* rulesItems = &Ref(rules))
            {
                options.rules = rulesItems;
                options.RuleCount = rules.Length;
                Check(Native.collide_world_separate(this, handlesItems, Size(handles.Length), &options, moves), moves);
            }
        }

        /// <summary>Turns oriented rects about their pivots, each until an entity blocks it: doors, barriers and turrets. It passes no blocker on the way. The world does not change. Exclude an entity itself with a filter of `ask`; the mode has no effect. Sensors never block.</summary>
        public Turn[] Turn(ReadOnlySpan<Turning> turning, Ask ask = default(Ask), ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            var turns = new Turn[turning.Length];
            fixed (Turning* turningItems = &Ref(turning))
            fixed (Filter* filtersItems = &Ref(filters))
            fixed (Turn* turnsItems = turns)
            {
                ask.Use(filtersItems, filters.Length, turning.Length);
                Check(Native.collide_query_turn(this, turningItems, Size(turning.Length), &ask, turnsItems));
            }
            return turns;
        }

        /// <summary>A snapshot of everything that decides future results: entities, handles, the tick and its pairs. The settings and the history are not part of it.</summary>
        public byte[] Save()
        {
            using (var bytes = new Bytes())
            {
                Check(Native.collide_world_save(this, bytes));
                return bytes.ToArray();
            }
        }

        /// <summary>Replaces a world by a snapshot (rollback, migration, persistence). The world keeps its own settings. Until the next step it has no events and no report, and its history is empty.</summary>
        public void Restore(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesItems = &Ref(bytes))
            {
                Check(Native.collide_world_restore(this, bytesItems, Size(bytes.Length)));
            }
        }

        /// <summary>An independent copy that evolves identically: after the same calls both worlds have the same pairs, events, answers, handles and fingerprints. The copy is not recorded, even if the world is.</summary>
        public World Fork()
        {
            IntPtr made;
            Check(Native.collide_world_fork(this, &made));
            return new World(made);
        }

        /// <summary>Overwrites `other` with an independent copy of the world, settings included, which evolves identically. Reuses the memory of `other`, and does not allocate once that has grown.</summary>
        public void ForkInto(World other)
        {
            Check(Native.collide_world_fork_into(this, other));
        }

        /// <summary>Starts a recording with a snapshot of the world. Recorded are all changes, all calls that ask or move with the fingerprints of their answers, and the result of each step. Changes after the last step are not recorded.</summary>
        public void StartRecording()
        {
            Check(Native.collide_world_start_recording(this));
        }

        /// <summary>Stops the recording. Ticks that were not taken with `TakeRecorded` are lost.</summary>
        public void StopRecording()
        {
            Check(Native.collide_world_stop_recording(this));
        }

        /// <summary>Whether the world is recorded.</summary>
        public bool IsRecording { get { return Native.collide_world_is_recording(this) != 0; } }

        /// <summary>The ticks that were recorded since the last call. Append them to a file. Until this call they are kept in memory.</summary>
        public byte[] TakeRecorded()
        {
            using (var bytes = new Bytes())
            {
                Check(Native.collide_world_take_recorded(this, bytes));
                return bytes.ToArray();
            }
        }

        /// <summary>Replays the tick that was read last: makes the same changes and queries, steps, and compares all answers with the recorded ones. At the start of a trace the world becomes the recorded one.</summary>
        public Replayed Replay(Trace trace)
        {
            Replayed answer;
            Check(Native.collide_world_replay(this, trace, &answer));
            return answer;
        }

        /// <summary>Applies the changes of the tick that was read last, without its queries and without a step: to show a recording without verifying it.</summary>
        public void Follow(Trace trace)
        {
            Check(Native.collide_world_follow(this, trace));
        }
    }

    public sealed unsafe partial class Swept
    {
        /// <summary>An empty list of swept pairs.</summary>
        public Swept()
        {
            IntPtr made;
            Check(Native.collide_swept_new(&made));
            SetHandle(made);
        }
    }

    public unsafe partial struct Sector
    {
        /// <summary>A sector around an apex with an opening around a direction, of which only the angle matters. Its inner radius is 0. Its borders are the same on every machine.</summary>
        public Sector(float x, float y, float directionX, float directionY, float openingDegrees, float outer)
        {
            Sector answer;
            Check(Native.collide_sector(x, y, directionX, directionY, openingDegrees, outer, &answer));
            this = answer;
        }
    }

    public sealed unsafe partial class Hits
    {
        /// <summary>An empty list of hits.</summary>
        public Hits()
        {
            IntPtr made;
            Check(Native.collide_hits_new(&made));
            SetHandle(made);
        }

        /// <summary>The number of queries.</summary>
        public int Count { get; private set; }

        /// <summary>The number of hits of all queries.</summary>
        public int Total { get; private set; }

        /// <summary>The work of the batch, in the units of `Budget`: with this limit, the same batch succeeds.</summary>
        public ulong Work { get; private set; }

        /// <summary>The number of queries that exceeded their limit of candidates: see `Budget`.</summary>
        public int StoppedCount { get; private set; }

        /// <summary>The indices of these queries, in ascending order.</summary>
        public ReadOnlySpan<uint> Stopped { get { return stopped.All; } }
        Column<uint> stopped;

        Starts starts;

        /// <summary>The entities that were hit.</summary>
        public ReadOnlySpan<Handle> Of(int index) { return handles.Of(starts, index); }
        Column<Handle> handles;

        /// <summary>For rays and segments: entry, exit, point and normal of each hit.</summary>
        public ReadOnlySpan<RayHit> RaysOf(int index) { return rayHits.Of(starts, index); }
        Column<RayHit> rayHits;

        /// <summary>For moving shapes: the impact of each hit.</summary>
        public ReadOnlySpan<Impact> ImpactsOf(int index) { return impacts.Of(starts, index); }
        Column<Impact> impacts;

        /// <summary>For nearest queries: the distance of each hit, in world units.</summary>
        public ReadOnlySpan<float> DistancesOf(int index) { return distances.Of(starts, index); }
        Column<float> distances;

        /// <summary>For lines of sight: whether each segment is blocked.</summary>
        public bool IsBlocked(int index) { return blocked.All[index] != 0; }
        Column<byte> blocked;

        void IResults.Read()
        {
            HitsView view;
            Check(Native.collide_hits_view(this, &view));
            Count = (int)view.Count;
            Total = (int)view.Total;
            Work = (ulong)view.Work;
            StoppedCount = (int)view.StoppedCount;
            stopped.Copy(view.stopped, StoppedCount);
            starts.Copy(view.starts, Count);
            handles.Copy(view.handles, starts.Total);
            rayHits.Copy(view.rayHits, starts.Total);
            impacts.Copy(view.impacts, starts.Total);
            distances.Copy(view.distances, starts.Total);
            blocked.Copy(view.blocked, Count);
        }
    }

    public unsafe partial struct MoveOptions
    {
        /// <summary>The default options: four bounces, a shape may leave what it overlaps, movers do not block each other, each mover has its own layers, at most 16 movers of a place, no other limits, nothing is passed.</summary>
        public static MoveOptions Default { get { return Native.collide_move_options_default(); } }
    }

    public sealed unsafe partial class Moves
    {
        /// <summary>Empty moves.</summary>
        public Moves()
        {
            IntPtr made;
            Check(Native.collide_moves_new(&made));
            SetHandle(made);
        }

        /// <summary>The number of shapes.</summary>
        public int Count { get; private set; }

        /// <summary>The work of the call, in the units of `Budget`: with this limit, the same call succeeds.</summary>
        public ulong Work { get; private set; }

        /// <summary>After calls that move entities: the entities, each once, in the order of the call.</summary>
        public ReadOnlySpan<Handle> Handles { get { return handles.All; } }
        Column<Handle> handles;

        /// <summary>Where each shape ended.</summary>
        public ReadOnlySpan<Slide> Slides { get { return slides.All; } }
        Column<Slide> slides;

        Starts starts;

        /// <summary>What the shapes ran into, in order of time.</summary>
        public ReadOnlySpan<SlideHit> HitsOf(int index) { return hits.Of(starts, index); }
        Column<SlideHit> hits;

        void IResults.Read()
        {
            MovesView view;
            Check(Native.collide_moves_view(this, &view));
            Count = (int)view.Count;
            Work = (ulong)view.Work;
            handles.Copy(view.handles, Count);
            slides.Copy(view.slides, Count);
            starts.Copy(view.starts, Count);
            hits.Copy(view.hits, starts.Total);
        }
    }

    public unsafe partial struct SeparateOptions
    {
        /// <summary>The default options: four rounds, no rules, at most 8 entities of a place, and the defaults of a move.</summary>
        public static SeparateOptions Default { get { return Native.collide_separate_options_default(); } }
    }

    public unsafe partial struct Moving
    {
        /// <summary>When a moving shape `a` hits a moving shape `b`, if both move at the same time. The time is 0 if they overlap at the start.</summary>
        public Impact? Sweep(Moving other)
        {
            var a = this;
            Impact answer;
            byte there;
            Check(Native.collide_sweep(&a, &other, Size(1), &answer, &there));
            return there != 0 ? answer : (Impact?)null;
        }
    }

    public unsafe partial struct Observer
    {
        /// <summary>An observer at a point, without a filter and without a limit.</summary>
        public static Observer At(float x, float y, float inner, float outer) { return Native.collide_observer_at(x, y, inner, outer); }

        /// <summary>An observer that follows an entity, without a filter and without a limit. It sees that entity too, unless its filter excludes it.</summary>
        public static Observer Of(Handle entity, float inner, float outer) { return Native.collide_observer_of(entity, inner, outer); }
    }

    public sealed unsafe partial class Interest
    {
        /// <summary>An interest without observers.</summary>
        public Interest()
        {
            IntPtr made;
            Check(Native.collide_interest_new(&made));
            SetHandle(made);
        }

        /// <summary>Adds observers, and gives their ids. Their views are empty until the next update, at which all visible entities enter.</summary>
        public ObserverId[] Insert(ReadOnlySpan<Observer> observers)
        {
            var ids = new ObserverId[observers.Length];
            fixed (Observer* observersItems = &Ref(observers))
            fixed (ObserverId* idsItems = ids)
            {
                Check(Native.collide_interest_insert(this, observersItems, Size(observers.Length), idsItems));
            }
            return ids;
        }

        /// <summary>`Insert` for one item.</summary>
        public ObserverId Insert(Observer observer)
        {
            ObserverId answer;
            Check(Native.collide_interest_insert(this, &observer, Size(1), &answer));
            return answer;
        }

        /// <summary>Replaces observers. They keep their ids and their visible entities.</summary>
        public void Set(ReadOnlySpan<ObserverId> ids, ReadOnlySpan<Observer> observers)
        {
            Same(ids.Length, observers.Length);
            fixed (ObserverId* idsItems = &Ref(ids))
            fixed (Observer* observersItems = &Ref(observers))
            {
                Check(Native.collide_interest_set(this, idsItems, observersItems, Size(ids.Length)));
            }
        }

        /// <summary>`Set` for one item.</summary>
        public void Set(ObserverId id, Observer observer)
        {
            Check(Native.collide_interest_set(this, &id, &observer, Size(1)));
        }

        /// <summary>Removes observers. Their visible entities are dropped, and not reported as left.</summary>
        public void Remove(ReadOnlySpan<ObserverId> ids)
        {
            fixed (ObserverId* idsItems = &Ref(ids))
            {
                Check(Native.collide_interest_remove(this, idsItems, Size(ids.Length)));
            }
        }

        /// <summary>`Remove` for one item.</summary>
        public void Remove(ObserverId id)
        {
            Check(Native.collide_interest_remove(this, &id, Size(1)));
        }

        /// <summary>Updates the views of all observers. Call it once per tick, after the step; it is fastest right after a step.</summary>
        public InterestReport Update(World world, Budget budget = default(Budget))
        {
            InterestReport answer;
            Check(Native.collide_interest_update(this, world, &budget, &answer), this);
            return answer;
        }

        /// <summary>The number of observers.</summary>
        public int Count { get; private set; }

        /// <summary>The ids of the observers.</summary>
        public ReadOnlySpan<ObserverId> Ids { get { return ids.All; } }
        Column<ObserverId> ids;

        /// <summary>Whether each observer follows a removed entity. It then sees nothing.</summary>
        public bool IsLost(int index) { return lost.All[index] != 0; }
        Column<byte> lost;

        Starts visibleStarts;

        /// <summary>The visible entities.</summary>
        public ReadOnlySpan<Handle> Visible(int index) { return visible.Of(visibleStarts, index); }
        Column<Handle> visible;

        Starts enteredStarts;

        /// <summary>The entities that became visible with the last update.</summary>
        public ReadOnlySpan<Handle> Entered(int index) { return entered.Of(enteredStarts, index); }
        Column<Handle> entered;

        Starts leftStarts;

        /// <summary>The entities that are no longer visible since the last update. The handles of removed entities are stale.</summary>
        public ReadOnlySpan<Handle> Left(int index) { return left.Of(leftStarts, index); }
        Column<Handle> left;

        void IResults.Read()
        {
            Views view;
            Check(Native.collide_interest_views(this, &view));
            Count = (int)view.Count;
            ids.Copy(view.ids, Count);
            lost.Copy(view.lost, Count);
            visibleStarts.Copy(view.visibleStarts, Count);
            visible.Copy(view.visible, visibleStarts.Total);
            enteredStarts.Copy(view.enteredStarts, Count);
            entered.Copy(view.entered, enteredStarts.Total);
            leftStarts.Copy(view.leftStarts, Count);
            left.Copy(view.left, leftStarts.Total);
        }

        /// <summary>The ids of the observers that see an entity at the last update, in order of slots.</summary>
        public ObserverId[] ObserversOf(Handle entity)
        {
            ObserverId[] memory = null;
            ObserversOf(entity, ref memory);
            return memory;
        }

        /// <summary>The ids of the observers that see an entity at the last update, in order of slots.</summary>
        public ReadOnlySpan<ObserverId> ObserversOf(Handle entity, ref ObserverId[] memory)
        {
            var total = UIntPtr.Zero;
            Native.collide_interest_observers_of(this, entity, null, Size(0), &total);
            var count = (int)total;
            fixed (ObserverId* idsItems = Room(ref memory, count))
            {
                Check(Native.collide_interest_observers_of(this, entity, idsItems, Size(count), &total));
            }
            return new ReadOnlySpan<ObserverId>(memory, 0, count);
        }
    }

    public sealed unsafe partial class Batch
    {
        /// <summary>A batch. Of the settings, `StaticPairs`, `SensorPairs`, `ChangeTicks`, order, events and history have no effect.</summary>
        public Batch() : this(Settings.Default) { }

        /// <summary>A batch. Of the settings, `StaticPairs`, `SensorPairs`, `ChangeTicks`, order, events and history have no effect.</summary>
        public Batch(Settings settings)
        {
            IntPtr made;
            Check(Native.collide_batch_new(&settings, &made));
            SetHandle(made);
        }

        /// <summary>Finds all overlapping pairs of shapes as indices, each once, the smaller index first.</summary>
        public IndexPair[] Pairs(ReadOnlySpan<Shape> shapes, Budget budget = default(Budget))
        {
            IndexPairs found;
            fixed (Shape* shapesItems = &Ref(shapes))
            {
                Check(Native.collide_batch_pairs(this, shapesItems, Size(shapes.Length), &budget, &found, null));
            }
            return Kept<IndexPair>(found.pairs, found.count, this);
        }

        /// <summary>The number of items that `Pairs` finds.</summary>
        public long CountPairs(ReadOnlySpan<Shape> shapes, Budget budget = default(Budget))
        {
            Report answer;
            fixed (Shape* shapesItems = &Ref(shapes))
            {
                Check(Native.collide_batch_pairs(this, shapesItems, Size(shapes.Length), &budget, null, &answer));
            }
            return (long)answer.PairCount;
        }

        /// <summary>Finds all overlapping pairs of one of the shapes `a` and one of the shapes `b`, as indices.</summary>
        public IndexPair[] PairsBetween(ReadOnlySpan<Shape> a, ReadOnlySpan<Shape> b, Budget budget = default(Budget))
        {
            IndexPairs found;
            fixed (Shape* aItems = &Ref(a))
            fixed (Shape* bItems = &Ref(b))
            {
                Check(Native.collide_batch_pairs_between(this, aItems, Size(a.Length), bItems, Size(b.Length), &budget, &found, null));
            }
            return Kept<IndexPair>(found.pairs, found.count, this);
        }

        /// <summary>The number of items that `PairsBetween` finds.</summary>
        public long CountPairsBetween(ReadOnlySpan<Shape> a, ReadOnlySpan<Shape> b, Budget budget = default(Budget))
        {
            Report answer;
            fixed (Shape* aItems = &Ref(a))
            fixed (Shape* bItems = &Ref(b))
            {
                Check(Native.collide_batch_pairs_between(this, aItems, Size(a.Length), bItems, Size(b.Length), &budget, null, &answer));
            }
            return (long)answer.PairCount;
        }
    }

    public sealed unsafe partial class Trace
    {
        /// <summary>A trace from a copy of bytes, before its first tick.</summary>
        public Trace(ReadOnlySpan<byte> bytes)
        {
            IntPtr made;
            fixed (byte* bytesItems = &Ref(bytes))
            {
                Check(Native.collide_trace_new(bytesItems, Size(bytes.Length), &made));
            }
            SetHandle(made);
        }
    }
}
