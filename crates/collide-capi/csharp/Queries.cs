// Queries of a world, now or in the past, and their hits.
using System;
using static Collide.Call;

namespace Collide
{
    /// <summary>The hits of the last batch of queries. Reuse one object for many batches, from one thread at a time.</summary>
    public sealed unsafe partial class Hits
    {
        Starts starts;
        Column<Handle> handles;
        Column<RayHit> rays;
        Column<Impact> impacts;
        Column<float> distances;
        Column<byte> blocked;

        /// <summary>Batches with more than `maxHits` hits are rejected.</summary>
        public Hits(ulong maxHits = ulong.MaxValue)
        {
            IntPtr made;
            Check(Native.collide_hits_new(maxHits, &made));
            SetHandle(made);
        }

        /// <summary>The number of queries.</summary>
        public int Count { get; private set; }
        /// <summary>The number of hits of all queries.</summary>
        public int Total { get; private set; }

        /// <summary>The entities that a query has found.</summary>
        public ReadOnlySpan<Handle> Of(int query) { return handles.Of(starts, query); }
        /// <summary>The number of entities that a query has found, also if they were only counted.</summary>
        public int CountOf(int query) { return starts.Length(query); }
        /// <summary>For rays and segments: entry, exit, point and normal of each hit of a query.</summary>
        public ReadOnlySpan<RayHit> RaysOf(int query) { return rays.Of(starts, query); }
        /// <summary>For moving shapes: the impact of each hit of a query.</summary>
        public ReadOnlySpan<Impact> ImpactsOf(int query) { return impacts.Of(starts, query); }
        /// <summary>For nearest queries: the distance of each hit of a query.</summary>
        public ReadOnlySpan<float> DistancesOf(int query) { return distances.Of(starts, query); }
        /// <summary>After `World.Blocked`: whether a segment is blocked.</summary>
        public bool IsBlocked(int query) { return blocked.All[query] != 0; }

        internal void Read()
        {
            HitsView view;
            Check(Native.collide_hits_view(this, &view));
            Count = (int)view.Count;
            Total = (int)view.Total;
            starts.Copy(view.starts, view.Count);
            handles.Copy(view.handles, view.Total);
            rays.Copy(view.rayHits, view.Total);
            impacts.Copy(view.impacts, view.Total);
            distances.Copy(view.distances, view.Total);
            blocked.Copy(view.blocked, view.Count);
        }
    }

    // In a batch, `filters` is empty or has a filter for each query.
    public sealed unsafe partial class World
    {
        [ThreadStatic]
        static Hits one;

        /// <summary>The entities that overlap each shape.</summary>
        public void Overlap(
            ReadOnlySpan<Shape> shapes,
            Hits hits,
            Ask ask = default(Ask),
            ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Shape* items = &Ref(shapes))
            fixed (Filter* list = &Ref(filters))
            {
                ask.Use(list, filters.Length, shapes.Length);
                Check(Native.collide_query_overlap(this, items, Size(shapes.Length), &ask, hits));
            }
            hits.Read();
        }

        /// <summary>The entities that overlap each sector.</summary>
        public void Sector(
            ReadOnlySpan<Sector> sectors,
            Hits hits,
            Ask ask = default(Ask),
            ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Sector* items = &Ref(sectors))
            fixed (Filter* list = &Ref(filters))
            {
                ask.Use(list, filters.Length, sectors.Length);
                Check(Native.collide_query_sector(this, items, Size(sectors.Length), &ask, hits));
            }
            hits.Read();
        }

        /// <summary>The entities that each ray hits, the nearest first.</summary>
        public void Ray(
            ReadOnlySpan<Ray> rays,
            Hits hits,
            Ask ask = default(Ask),
            ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Ray* items = &Ref(rays))
            fixed (Filter* list = &Ref(filters))
            {
                ask.Use(list, filters.Length, rays.Length);
                Check(Native.collide_query_ray(this, items, Size(rays.Length), &ask, hits));
            }
            hits.Read();
        }

        /// <summary>The entities that each segment hits, the nearest first.</summary>
        public void Segment(
            ReadOnlySpan<Segment> segments,
            Hits hits,
            Ask ask = default(Ask),
            ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Segment* items = &Ref(segments))
            fixed (Filter* list = &Ref(filters))
            {
                ask.Use(list, filters.Length, segments.Length);
                Check(Native.collide_query_segment(this, items, Size(segments.Length), &ask, hits));
            }
            hits.Read();
        }

        /// <summary>Whether each segment hits an entity: <see cref="Hits.IsBlocked"/>.</summary>
        public void Blocked(
            ReadOnlySpan<Segment> segments,
            Hits hits,
            Ask ask = default(Ask),
            ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Segment* items = &Ref(segments))
            fixed (Filter* list = &Ref(filters))
            {
                ask.Use(list, filters.Length, segments.Length);
                Check(Native.collide_query_blocked(this, items, Size(segments.Length), &ask, hits));
            }
            hits.Read();
        }

        /// <summary>The entities that each moving shape hits, the earliest first.</summary>
        public void Sweep(
            ReadOnlySpan<Moving> moving,
            Hits hits,
            Ask ask = default(Ask),
            ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Moving* items = &Ref(moving))
            fixed (Filter* list = &Ref(filters))
            {
                ask.Use(list, filters.Length, moving.Length);
                Check(Native.collide_query_sweep(this, items, Size(moving.Length), &ask, hits));
            }
            hits.Read();
        }

        /// <summary>The entities nearest to each shape.</summary>
        public void Nearest(
            ReadOnlySpan<Nearest> nearest,
            Hits hits,
            Ask ask = default(Ask),
            ReadOnlySpan<Filter> filters = default(ReadOnlySpan<Filter>))
        {
            fixed (Nearest* items = &Ref(nearest))
            fixed (Filter* list = &Ref(filters))
            {
                ask.Use(list, filters.Length, nearest.Length);
                Check(Native.collide_query_nearest(this, items, Size(nearest.Length), &ask, hits));
            }
            hits.Read();
        }

        /// <summary>The shapes of entities, now or in the past; `there` is false for those that did not exist then.</summary>
        public void Shapes(ReadOnlySpan<Handle> handles, out Shape[] shapes, out bool[] there, Ask ask = default(Ask))
        {
            shapes = new Shape[handles.Length];
            there = new bool[handles.Length];
            fixed (Handle* first = &Ref(handles))
            fixed (Shape* items = shapes)
            fixed (bool* flags = there)
            {
                Check(Native.collide_query_shapes(this, first, Size(handles.Length), &ask, items, (byte*)flags));
            }
        }

        /// <summary>The first hit of a shape that flies from one remembered tick to another.</summary>
        public bool SweepThrough(
            Moving moving,
            double from,
            double to,
            out PastHit hit,
            Filter filter = default(Filter))
        {
            PastHit first;
            byte found;
            Check(Native.collide_world_sweep_through(this, &moving, &filter, from, to, &first, &found));
            hit = first;
            return found != 0;
        }

        // One query at a time. Batches are faster. With `tick`, a query of the past.

        /// <summary>The first hit of a ray.</summary>
        public bool FirstOnRay(
            Ray ray,
            out Handle entity,
            out RayHit hit,
            Filter filter = default(Filter),
            double? tick = null)
        {
            var hits = One();
            Ray(new ReadOnlySpan<Ray>(&ray, 1), hits, First(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return Only(hits, hits.RaysOf(0), out entity, out hit);
        }

        /// <summary>The first hit of a segment.</summary>
        public bool FirstOnSegment(
            Segment segment,
            out Handle entity,
            out RayHit hit,
            Filter filter = default(Filter),
            double? tick = null)
        {
            var hits = One();
            Segment(new ReadOnlySpan<Segment>(&segment, 1), hits, First(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return Only(hits, hits.RaysOf(0), out entity, out hit);
        }

        /// <summary>The first hit of a moving shape.</summary>
        public bool FirstSwept(
            Moving moving,
            out Handle entity,
            out Impact hit,
            Filter filter = default(Filter),
            double? tick = null)
        {
            var hits = One();
            Sweep(new ReadOnlySpan<Moving>(&moving, 1), hits, First(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return Only(hits, hits.ImpactsOf(0), out entity, out hit);
        }

        /// <summary>Whether a segment hits an entity.</summary>
        public bool IsBlocked(Segment segment, Filter filter = default(Filter), double? tick = null)
        {
            var hits = One();
            Blocked(new ReadOnlySpan<Segment>(&segment, 1), hits, First(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return hits.IsBlocked(0);
        }

        /// <summary>The entity nearest to a shape, at most a distance away.</summary>
        public bool Closest(
            Shape shape,
            float within,
            out Handle entity,
            out float distance,
            Filter filter = default(Filter),
            double? tick = null)
        {
            var hits = One();
            var query = new Nearest { Shape = shape, Within = within, Count = 1 };
            Nearest(new ReadOnlySpan<Nearest>(&query, 1), hits, First(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return Only(hits, hits.DistancesOf(0), out entity, out distance);
        }

        /// <summary>The entities that overlap a shape, in order of slots.</summary>
        public Handle[] Overlapping(Shape shape, Filter filter = default(Filter), double? tick = null)
        {
            var hits = One();
            Overlap(new ReadOnlySpan<Shape>(&shape, 1), hits, All(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return hits.Of(0).ToArray();
        }

        /// <summary>The entities that overlap a sector, in order of slots.</summary>
        public Handle[] InSector(Sector sector, Filter filter = default(Filter), double? tick = null)
        {
            var hits = One();
            Sector(new ReadOnlySpan<Sector>(&sector, 1), hits, All(tick), new ReadOnlySpan<Filter>(&filter, 1));
            return hits.Of(0).ToArray();
        }

        /// <summary>The hits of this thread.</summary>
        static Hits One() { return one ?? (one = new Hits()); }

        static Ask All(double? tick) { return tick.HasValue ? Ask.At(tick.Value) : default(Ask); }

        static Ask First(double? tick)
        {
            var ask = All(tick);
            ask.Mode = HitMode.First;
            ask.First = 1;
            return ask;
        }

        /// <summary>The hit, if there is one.</summary>
        static bool Only<T>(Hits hits, ReadOnlySpan<T> measures, out Handle entity, out T measure)
        {
            var found = hits.Of(0);
            entity = found.Length == 0 ? default(Handle) : found[0];
            measure = found.Length == 0 ? default(T) : measures[0];
            return found.Length != 0;
        }
    }
}
