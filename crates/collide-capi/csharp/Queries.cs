// One query at a time, now or in the past.
using System;

namespace Collide
{
    public sealed unsafe partial class Hits
    {
        /// <summary>The number of entities that a query has found, also if they were only counted.</summary>
        public int CountOf(int query) { return starts.Length(query); }
    }

    public sealed unsafe partial class World
    {
        [ThreadStatic]
        static Hits one;

        // One query at a time. Batches are faster. With `tick`, a query of the past.

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
