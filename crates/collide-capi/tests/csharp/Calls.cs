// The calls that the golden matches do not make.
using System;
using System.Linq;
using Collide;
using static Golden;

static class Calls
{
    internal static void Run()
    {
        Errors();
        TwoShapes();
        Questions();
        ThePast();
        Callbacks();
        Views();
        TheRest();
    }

    static void Rejected(Status status, string message, Action call)
    {
        try
        {
            call();
        }
        catch (CollideException error)
        {
            Equal("status", status, error.Status);
            Equal("message", message ?? error.Message, error.Message);
            return;
        }
        throw new Exception("accepted, but must say: " + message);
    }

    static void Throws<T>(Action call) where T : Exception
    {
        try
        {
            call();
        }
        catch (T)
        {
            return;
        }
        throw new Exception("must throw " + typeof(T));
    }

    static void Errors()
    {
        var world = new World();
        var handle = world.Insert(Shape.Circle(0, 0, 1));
        Rejected(Status.Invalid, "shapes[0]: radius: must not be negative, is -1",
            () => world.SetShape(handle, Shape.Circle(0, 0, -1)));
        world.Remove(handle);
        Rejected(Status.Stale, "handles[0]: handle: 0v0 is stale, its entity was removed", () => world.Remove(handle));
        Equal("gone", false, world.Contains(handle));
        Rejected(Status.Damaged, "header: needs 20 bytes, has 3", () => world.Restore(new byte[] { 1, 2, 3 }));
        Throws<ArgumentException>(() => world.SetShapes(new Handle[1], new Shape[2]));
        world.Dispose();
        Throws<ObjectDisposedException>(() => world.Step());
    }

    static void TwoShapes()
    {
        Shape a = Shape.Circle(0, 0, 1), b = Shape.Rect(1, -1, 2, 1), far = Shape.Circle(9, 0, 1);
        Equal("overlaps", true, a.Overlaps(b) && !a.Overlaps(b, Touching.Open));
        Equal("contains", true, a.Contains(Shape.Circle(0, 0, 0.5f)) && !a.Contains(b));
        Equal("distance", 7, a.Distance(far));
        Equal("closest", 8, a.ClosestPoints(far).Value.BX);
        Equal("none", false, a.ClosestPoints(b).HasValue || a.Contact(far).HasValue);
        Equal("contact", 1, a.Contact(b).Value.X(0));
        Equal("ray", 2, a.Cast(new Ray(-3, 0, 1, 0, 99)).Value.Entry);
        Equal("segment", 0.375f, a.Cast(new Segment(-4, 0, 4, 0)).Value.Entry);
        var impact = new Moving(a, 14, 0).Sweep(new Moving(far, 0, 0)).Value;
        Equal("sweep", 0.5f, impact.Time);
        Equal("point", 8, impact.X(0));
        Equal("first point", impact.X(0), impact.Point.X);
        var ship = Shape.Polygon(new float[] { 2, 0, -1, 1, -1, -1 });
        Equal("at", 1.5f, Shape.Capsule(0, 0, 10, 0, 0.5f).Distance(ship.At(5, 3)));
        Equal("turned", 10, Shape.Capsule(0, 0, 10, 0, 0.5f).TurnedDegrees(90)[5]);
        Equal("radians", 10, Shape.Capsule(0, 0, 10, 0, 0.5f).At(0, 3).Turned(1.5707964f)[5]);
        Equal("door", 0, Shape.OrientedRectDegrees(0, 0, 2, 1, 90)[4]);
        Rejected(Status.Invalid, "corners: must be from 3 to 8, is 9", () => Shape.RegularPolygon(9, 2));
    }

    static void Questions()
    {
        using (var world = new World())
        using (var hits = new Hits())
        {
            Equal("nothing yet", true, hits.Count == 0 && Throw(() => hits.CountOf(0)));
            Handle near = world.Insert(Shape.Circle(4, 0, 1)), far = world.Insert(Shape.Circle(9, 0, 1)), entity;
            world.Step();
            RayHit hit;
            Impact impact;
            float distance;
            var ray = new Ray(0, 0, 1, 0, 100);
            Equal("ray", true, world.FirstOnRay(ray, out entity, out hit) && entity == near && hit.Entry == 3);
            Equal("filter", true, world.FirstOnRay(ray, out entity, out hit, Filter.Excluding(near)) && entity == far);
            Equal("no ray", false, world.FirstOnRay(new Ray(0, 5, 1, 0, 9), out entity, out hit));
            Equal("segment", true, world.FirstOnSegment(new Segment(0, 0, 12, 0), out entity, out hit) && hit.Entry == 0.25f);
            Equal("blocked", true, world.IsBlocked(new Segment(0, 0, 12, 0)) && !world.IsBlocked(new Segment(0, 5, 12, 5)));
            var moving = new Moving(Shape.Circle(0, 0, 1), 4, 0);
            Equal("swept", true, world.FirstSwept(moving, out entity, out impact) && impact.Time == 0.5f);
            Equal("closest", true, world.Closest(Shape.Circle(0, 0, 1), 9, out entity, out distance) && distance == 2);
            Equal("none near", false, world.Closest(Shape.Circle(0, 0, 1), 1, out entity, out distance));
            Equal("overlapping", true, world.Overlapping(Shape.Circle(4, 0, 9)).SequenceEqual(new[] { near, far }));
            Equal("sector", 1, world.InSector(new Sector(0, 0, 1, 0, 270, 8, 5.5f)).Length);
            var rays = new[] { ray, new Ray(0, 5, 1, 0, 9), ray };
            world.Ray(rays, hits);
            Equal("hits", "2 0 2", string.Join(" ", Enumerable.Range(0, 3).Select(hits.CountOf)));
            Equal("entry", 8, hits.RaysOf(2)[1].Entry);
            Equal("no distances", true, Throw(() => hits.DistancesOf(0)));
            world.Segment(new[] { new Segment(0, 0, 12, 0) }, hits, new Ask { Mode = HitMode.First, First = 1 });
            Equal("first", 1, hits.Total);
            world.Ray(rays, hits, new Ask { Mode = HitMode.Count });
            Equal("counted", true, hits.CountOf(0) == 2 && hits.Total == 4 && Throw(() => hits.Of(0)));
            world.Sweep(new[] { moving }, hits);
            Equal("impact", 0.5f, hits.ImpactsOf(0)[0].Time);
            var nearest = new Nearest { Shape = Shape.Circle(0, 0, 0), Within = float.PositiveInfinity, Count = 2 };
            world.Nearest(new[] { nearest }, hits, default(Ask), new[] { Filter.For(new Layers(1, 1)) });
            Equal("distances", "3 8", string.Join(" ", hits.DistancesOf(0).ToArray()));
            world.Blocked(new[] { new Segment(0, 5, 12, 5), new Segment(0, 0, 12, 0) }, hits);
            Equal("is blocked", true, !hits.IsBlocked(0) && hits.IsBlocked(1));
            Throws<ArgumentNullException>(() => world.Overlap(new Shape[1], null));
            Throws<ArgumentException>(() => world.Ray(rays, hits, default(Ask), new Filter[2]));
            Throws<ArgumentOutOfRangeException>(() => hits.Of(2));
        }
    }

    /// <summary>Whether a call fails.</summary>
    static bool Throw(Action call)
    {
        try
        {
            call();
            return false;
        }
        catch (ArgumentException)
        {
            return true;
        }
    }

    static void ThePast()
    {
        var settings = Settings.Default;
        settings.HistoryTicks = 4;
        settings.HistoryTeleportDistance = 5;
        using (var world = new World(settings))
        using (var hits = new Hits())
        {
            var runner = world.Insert(Shape.Circle(0, 0, 1));
            for (var x = 0; x < 4; x++)
            {
                world.SetCenters(new[] { runner }, new float[] { x, 0 });
                world.Step();
            }
            Handle entity;
            RayHit hit;
            Equal("now", true, world.FirstOnRay(new Ray(-5, 0, 1, 0, 99), out entity, out hit) && hit.Entry == 7);
            var past = world.FirstOnRay(new Ray(-5, 0, 1, 0, 99), out entity, out hit, default(Filter), 1.5);
            Equal("past", true, past && hit.Entry == 4.5f);
            world.Overlap(new[] { Shape.Circle(0, 0, 0) }, hits, Ask.At(1));
            Equal("batch of the past", runner, hits.Of(0)[0]);
            Equal("work", true, hits.Work > 0 && hits.Stopped.Length == 0);
            var one = new Budget { MaxCandidatesEach = 1 };
            world.Insert(Shape.Circle(3, 0, 1));
            world.Overlap(new[] { Shape.Circle(3, 0, 1), Shape.Circle(9, 9, 1) }, hits, new Ask { Budget = one });
            Equal("stopped", true, hits.StoppedCount == 1 && hits.Stopped[0] == 0 && hits.CountOf(0) == 0);
            PastHit flown;
            Equal("flight", true, world.SweepThrough(new Moving(Shape.Circle(-9, 0, 1), 99, 0), 1, 2, out flown));
            Rejected(Status.NotRemembered, "time: must be a tick from 1 to 4, is 9",
                () => world.Overlapping(Shape.Circle(0, 0, 0), default(Filter), 9));
        }
    }

    static void Callbacks()
    {
        foreach (var threads in new[] { 1u, 2u })
        {
            var settings = Settings.Default;
            settings.Threads = threads;
            using (var world = new World(settings))
            using (var moves = new Moves())
            {
                var walls = world.Insert(new[] { new Entity(Shape.Rect(2, -1, 3, 1)), new Entity(Shape.Rect(6, -1, 7, 1)) });
                var hero = world.Insert(Shape.Circle(0, 0, 1));
                world.Step();
                var motion = new float[] { 9, 0 };
                world.Move(new[] { hero }, motion, moves, MoveOptions.Default, (entity, x, y) => entity == walls[0]);
                Equal("passed", 5, moves.Slides[0].Shape[0]);
                Equal("mover", hero, moves.Handles[0]);
                Throws<InvalidOperationException>(() => world.Move(
                    new[] { hero }, motion, moves, MoveOptions.Default, (entity, x, y) => { throw new Exception("no"); }));
                world.SetShape(hero, Shape.Circle(0, 0, 1));
                world.UpdateCircles(circles => circles.X[0] += circles.Slots[0]);
                Equal("in place", 2, world.Overlapping(Shape.Circle(2, 0, 0)).Length);
                world.SetCentersBySlot(new float[] { 2.5f, 0, 6.5f, 0, -9, 4 });
                Entity moved;
                Equal("by slot", true, world.TryGet(hero, out moved) && moved.Shape[1] == 4);
                Throws<InvalidOperationException>(() => world.UpdateCircles(circles => { throw new Exception("no"); }));
            }
        }
    }

    static void Views()
    {
        using (var world = new World())
        using (var interest = new Interest())
        {
            Handle hero = world.Insert(Shape.Circle(0, 0, 1)), coin = world.Insert(Shape.Circle(3, 0, 1));
            var eyes = interest.Insert(Observer.Of(hero, 5, 6));
            interest.Insert(new[] { Observer.At(90, 0, 5, 6) });
            world.Step();
            Equal("entered", 2, interest.Update(world).EnteredCount);
            Equal("observers", true, interest.Count == 2 && interest.Ids[0] == eyes && interest.Visible(1).Length == 0);
            Equal("views", true, interest.Entered(0).SequenceEqual(new[] { hero, coin }));
            Equal("observers of", eyes, interest.ObserversOf(coin)[0]);
            world.Remove(coin);
            world.Step();
            interest.Update(world);
            Equal("left", coin, interest.Left(0)[0]);
            interest.Set(eyes, Observer.At(90, 0, 5, 6));
            interest.Remove(eyes);
            world.Remove(hero);
            Rejected(Status.OverBudget, null, () => interest.Update(world, new Budget { MaxWork = 1 }));
        }
    }

    static void TheRest()
    {
        var settings = new Settings { Events = true, ChangeTicks = true, CrowdMax = 16, Threads = 1 };
        using (var world = new World(settings))
        using (var batch = new Batch())
        using (var swept = new Swept())
        {
            var crowd = world.Insert(Enumerable.Repeat(new Entity(Shape.Circle(5, 5, 0.5f)), 200).ToArray());
            world.Step();
            Equal("report", 120, (int)world.Report().PairCount);
            Equal("crowd", 184, (int)world.Crowds(16)[0].SurplusCount);
            Equal("pairs", 120, world.PairCount);
            Equal("events", world.EventCount, world.Events().Length);
            Equal("events of one", 15, world.EventsOf(crowd[0]).Length);
            Equal("events between", world.EventCount, world.EventsBetween(1, ulong.MaxValue).Length);
            Equal("changed", 200, world.ChangedSince(0).Length);
            Equal("changed since the step", 0, world.ChangedSince(1).Length);
            Equal("contacts", 120, world.Contacts().Length);
            Equal("texts", true, world.Explain().Length > 0 && world.Recent().Length > 0 && world.Memory > 0);
            Rejected(Status.OverBudget, null, () => world.Step(new Budget { MaxResults = 9 }));
            using (var copy = world.Fork())
            using (var other = new World())
            {
                other.Restore(world.Save());
                copy.Step();
                other.Settings = copy.Settings;
                other.Step();
                Equal("copies", copy.Fingerprint, other.Fingerprint);
                copy.ForkInto(other);
                Equal("fork", copy.Count, other.Count);
            }
            Equal("swept", true, world.SweptPairs(crowd.Take(1).ToArray(), new float[] { 1, 0 }, swept).Length > 0);
            Handle[] handles;
            Entity[] entities;
            world.Entities(out handles, out entities);
            entities[0].Sensor = true;
            world.SetEntities(new[] { handles[0] }, new[] { entities[0] });
            world.SetEntity(handles[0], entities[0]);
            bool[] alive;
            world.GetEntities(new[] { handles[0] }, out entities, out alive);
            Equal("entities", true, alive[0] && entities[0].Sensor);
            world.Rebase(0, 0, 1, 0);
            world.Refresh();
            world.Validate();
            Equal("pairs now", 120, (int)world.CountPairs());
            var shapes = new[] { Shape.Circle(0, 0, 1), Shape.Circle(1, 0, 1) };
            Equal("batch", 1u, batch.Pairs(shapes)[0].B);
            Equal("two lists", 4, batch.PairsBetween(shapes, shapes).Length);
            Equal("counts", true, batch.CountPairs(shapes) == 1 && batch.CountPairsBetween(shapes, shapes) == 4);
            Rejected(Status.OverBudget, null, () => batch.Pairs(shapes, new Budget { MaxWork = 1 }));
            Equal("handle", "199v0", handles[199].ToString());
        }
    }
}
