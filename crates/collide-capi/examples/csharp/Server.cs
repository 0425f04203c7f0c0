// A small authoritative server: a room in which bots run between walls, push each other apart, pick up coins, and shoot
// at the positions of 100 ms ago (lag compensation). Each client gets the entities that enter and leave its view. The
// argument is the number of ticks. They run as fast as possible; a real server waits for each tick and for its clients.
using System;
using System.Collections.Generic;
using System.Linq;
using Collide;

sealed class Room : IDisposable
{
    const int Bots = 200, Coins = 300, Walls = 20, TicksBack = 6;
    const ulong Bot = 1, Coin = 2, Wall = 4;

    /// <summary>The limits of a call: its results, and its work of about two milliseconds.</summary>
    static readonly Budget Limits = new Budget { MaxResults = 100000, MaxWork = 2000000 };

    readonly World world;
    readonly Hits hits = new Hits();
    readonly Moves moves = new Moves();
    readonly Interest interest = new Interest();
    readonly Handle[] bots;
    readonly float[] motions = new float[2 * Bots];
    readonly float[] headings = new float[2 * Bots];
    Event[] events;
    uint random = 1;
    internal int Picked, Shots, Hit, Entered, Left;

    internal Room()
    {
        var settings = Settings.Default;
        settings.Events = true;
        settings.HistoryTicks = TicksBack + 2;
        world = new World(settings);
        // Walls and coins do not move; bots collide with both, and with each other.
        for (var wall = 0; wall < Walls; wall++)
        {
            var shape = Shape.OrientedRect(Between(-90, 90), Between(-90, 90), 8, 0.5f, Between(0, 3));
            world.Insert(Of(shape, Wall, Bot, Mobility.Static));
        }
        for (var coin = 0; coin < Coins; coin++)
        {
            var entity = Of(Shape.Circle(Between(-100, 100), Between(-100, 100), 0.5f), Coin, Bot, Mobility.Static);
            entity.Sensor = true;
            world.Insert(entity);
        }
        var shapes = Enumerable.Range(0, Bots).Select(_ => Shape.Circle(Between(-100, 100), Between(-100, 100), 1));
        bots = world.Insert(shapes.Select(it => Of(it, Bot, Bot | Coin | Wall, Mobility.Dynamic)).ToArray());
        foreach (var bot in bots)
        {
            interest.Insert(Observer.Of(bot, 20, 22));
        }
        for (var axis = 0; axis < headings.Length; axis++)
        {
            headings[axis] = Between(-0.25f, 0.25f);
        }
        world.Step();
    }

    float Between(float low, float high)
    {
        random = unchecked(random * 1664525u + 1013904223u);
        return low + (high - low) * ((random >> 8) / 16777216.0f);
    }

    static Entity Of(Shape shape, ulong what, ulong meets, Mobility mobility)
    {
        return new Entity(shape) { Layers = new Layers(what, meets), Data = what, Mobility = mobility };
    }

    internal void Tick()
    {
        headings.CopyTo(motions, 0);
        var options = MoveOptions.Default;
        options.Budget = Limits;
        // Only walls block: bots pass through coins, and are pushed apart afterwards.
        options.HasLayers = true;
        options.Layers = new Layers(Bot, Wall);
        world.Move(bots, motions, moves, options);
        for (var bot = 0; bot < Bots; bot++)
        {
            // A bot that ran into a wall turns around.
            if (moves.HitsOf(bot).Length > 0)
            {
                headings[2 * bot] *= -1;
                headings[2 * bot + 1] *= -1;
            }
        }
        world.Separate(bots, moves);
        try
        {
            world.Step(Limits);
        }
        catch (CollideException error)
        {
            Console.Error.WriteLine("tick skipped: " + error.Message);
        }
        PickUp();
        Shoot();
        var report = interest.Update(world);
        Entered += (int)report.EnteredCount;
        Left += (int)report.LeftCount;
    }

    /// <summary>A bot that begins to overlap a coin picks it up.</summary>
    void PickUp()
    {
        var gone = new HashSet<Handle>();
        foreach (var one in world.Events(ref events))
        {
            foreach (var handle in new[] { one.A, one.B })
            {
                Entity entity;
                if (one.Kind == EventKind.Began && world.TryGet(handle, out entity) && entity.Data == Coin)
                {
                    gone.Add(handle);
                }
            }
        }
        world.Remove(gone.ToArray());
        Picked += gone.Count;
    }

    /// <summary>A tenth of the bots shoot ahead, at the positions of the time of the shot.</summary>
    void Shoot()
    {
        if (world.Tick <= TicksBack + 1)
        {
            return;
        }
        var rays = new Ray[Bots / 10];
        var filters = new Filter[rays.Length];
        for (var shot = 0; shot < rays.Length; shot++)
        {
            Entity shooter;
            world.TryGet(bots[10 * shot], out shooter);
            rays[shot] = new Ray(shooter.Shape[0], shooter.Shape[1], headings[20 * shot], headings[20 * shot + 1], 200);
            filters[shot] = new Filter { Flags = FilterFlags.Except | FilterFlags.Solid, Except = bots[10 * shot] };
        }
        var ask = Ask.At(world.Tick - TicksBack + 0.5);
        ask.Mode = HitMode.First;
        ask.First = 1;
        ask.Budget = Limits;
        world.Ray(rays, hits, ask, filters);
        Shots += hits.Count;
        Hit += hits.Total;
    }

    internal ulong Fingerprint { get { return world.Fingerprint; } }

    public void Dispose()
    {
        interest.Dispose();
        moves.Dispose();
        hits.Dispose();
        world.Dispose();
    }
}

static class Server
{
    static void Main(string[] arguments)
    {
        var ticks = arguments.Length > 0 ? int.Parse(arguments[0]) : 600;
        using (var room = new Room())
        {
            for (var tick = 0; tick < ticks; tick++)
            {
                room.Tick();
            }
            Console.WriteLine(
                "{0} ticks: {1} coins picked up, {2} of {3} shots hit, {4} entered and {5} left a view, fingerprint {6:x16}",
                ticks, room.Picked, room.Hit, room.Shots, room.Entered, room.Left, room.Fingerprint);
        }
    }
}
