// The golden matches that every language must reproduce, as tests/golden/README.md of the project describes: read from
// the files there, played in C#, and compared with the results of Rust. The argument is the folder.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Collide;

/// <summary>The files of a set.</summary>
class Files
{
    readonly string start;
    readonly bool kinds;

    internal Files(string folder, bool kinds)
    {
        start = folder + (kinds ? "/kinds_" : "/");
        this.kinds = kinds;
    }

    internal byte[] Bytes(string name) { return File.ReadAllBytes(start + name); }

    internal List<string[]> Rows(string name)
    {
        return File.ReadLines(start + name).Skip(1).Select(line => line.Split(',')).ToList();
    }

    internal static float Number(string text) { return float.Parse(text, CultureInfo.InvariantCulture); }

    internal static float[] Numbers(string[] row, int column, int count)
    {
        return row.Skip(column).Take(count).Select(Number).ToArray();
    }

    /// <summary>The number of columns of an entity's shape.</summary>
    internal int Columns { get { return kinds ? 2 : 6; } }

    /// <summary>The number of columns of a query's shape.</summary>
    internal int AskedColumns { get { return kinds ? 2 : 3; } }

    /// <summary>Reads the shape of an entity: kind, x, y, a, b and angle, or kind and numbers.</summary>
    internal Shape ShapeOf(string[] row, int column)
    {
        if (kinds)
        {
            var kind = (ShapeKind)byte.Parse(row[column]);
            return Shape.Of(kind, row[column + 1].Split(' ').Select(Number).ToArray());
        }
        var n = Numbers(row, column + 1, 5);
        switch (row[column])
        {
            case "0": return Shape.Circle(n[0], n[1], n[2]);
            case "1": return Shape.Rect(n[0], n[1], n[2], n[3]);
            default: return Shape.OrientedRect(n[0], n[1], n[2], n[3], n[4]);
        }
    }

    /// <summary>Reads the shape of a query: x, y and radius, or kind and numbers.</summary>
    internal Shape AskedOf(string[] row, int column)
    {
        if (kinds)
        {
            return ShapeOf(row, column);
        }
        var n = Numbers(row, column, 3);
        return Shape.Circle(n[0], n[1], n[2]);
    }
}

static class Golden
{
    internal static void Equal<T>(string what, T expected, T found)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, found))
        {
            throw new Exception(what + ": must be " + expected + ", is " + found);
        }
    }

    /// <summary>Makes the changes of a tick: removes missing entities, moves existing ones, inserts new ones.</summary>
    static void Change(World world, Dictionary<int, Handle> players, List<int> before, List<int> ids, List<Shape> shapes)
    {
        var now = new HashSet<int>(ids);
        var gone = before.Where(id => !now.Contains(id)).ToArray();
        world.Remove(gone.Select(id => players[id]).ToArray());
        foreach (var id in gone)
        {
            players.Remove(id);
        }
        var old = Enumerable.Range(0, ids.Count).Where(row => players.ContainsKey(ids[row])).ToArray();
        world.SetShapes(old.Select(row => players[ids[row]]).ToArray(), old.Select(row => shapes[row]).ToArray());
        var added = Enumerable.Range(0, ids.Count).Except(old).ToArray();
        var handles = world.Insert(added.Select(row => new Entity(shapes[row])).ToArray());
        for (var index = 0; index < added.Length; index++)
        {
            players.Add(ids[added[index]], handles[index]);
        }
    }

    /// <summary>The results of a tick, as a line of ticks.csv.</summary>
    static string Tick(World world, ref Event[] memory)
    {
        int began = 0, ended = 0;
        foreach (var one in world.Events(ref memory))
        {
            began += one.Kind == EventKind.Began ? 1 : 0;
            ended += one.Kind == EventKind.Ended ? 1 : 0;
        }
        var fingerprint = world.Fingerprint.ToString("x16");
        return string.Join(",", world.Tick, world.Pairs().Length, began, ended, fingerprint);
    }

    /// <summary>Compares the hits of each query with the ids in a file.</summary>
    static void Compare(string what, Dictionary<int, Handle> players, Hits hits, List<string[]> rows)
    {
        var ids = players.ToDictionary(player => player.Value, player => player.Key);
        Equal(what, rows.Count, hits.Count);
        for (var query = 0; query < rows.Count; query++)
        {
            var found = hits.Of(query).ToArray().Select(handle => ids[handle].ToString());
            Equal(what, rows[query].Last(), string.Join(" ", found));
        }
    }

    static Sector SectorOf(string[] row)
    {
        var n = Files.Numbers(row, 1, 7);
        return new Sector(n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
    }

    /// <summary>Plays a match. Returns its recording, if it is recorded; then nothing is asked.</summary>
    static byte[] Play(Files files, Strategy strategy, uint threads, bool recorded)
    {
        var settings = Settings.Default;
        settings.Events = true;
        settings.Strategy = strategy;
        settings.Threads = threads;
        using (var world = new World(settings))
        using (var hits = new Hits())
        {
            if (recorded)
            {
                world.StartRecording();
            }
            var expected = files.Rows("ticks.csv").Select(row => string.Join(",", row)).ToList();
            var questions = files.Rows("questions.csv").ToLookup(row => row[0]);
            var sectors = files.Rows("sectors.csv").ToLookup(row => row[0]);
            var players = new Dictionary<int, Handle>();
            var before = new List<int>();
            var ticks = 0;
            Event[] memory = null;
            foreach (var rows in files.Rows("match.csv").GroupBy(row => row[0]))
            {
                var ids = rows.Select(row => int.Parse(row[1])).ToList();
                Change(world, players, before, ids, rows.Select(row => files.ShapeOf(row, 2)).ToList());
                before = ids;
                world.Step();
                Equal("tick", expected[ticks++], Tick(world, ref memory));
                if (!recorded && questions.Contains(rows.Key))
                {
                    var asked = questions[rows.Key].ToList();
                    world.Overlap(asked.Select(row => files.AskedOf(row, 1)).ToArray(), hits);
                    Compare("question", players, hits, asked);
                    asked = sectors[rows.Key].ToList();
                    world.Sector(asked.Select(SectorOf).ToArray(), hits);
                    Compare("sector", players, hits, asked);
                }
            }
            Equal("ticks", expected.Count, ticks);
            return recorded ? world.TakeRecorded() : null;
        }
    }

    /// <summary>Replays the recorded match, and compares every fingerprint.</summary>
    static void Replay(Files files, byte[] recorded)
    {
        var bytes = files.Bytes("match.ctrace");
        Equal("recording", true, bytes.SequenceEqual(recorded));
        using (var world = new World())
        using (var trace = new Trace(bytes))
        {
            var expected = files.Rows("ticks.csv").Select(row => string.Join(",", row)).ToList();
            var ticks = 0;
            Event[] memory = null;
            TraceTick tick;
            while (trace.Next(out tick))
            {
                world.Replay(trace);
                Equal("fingerprint", tick.Fingerprint, world.Fingerprint);
                Equal("replayed", expected[ticks++], Tick(world, ref memory));
            }
            Equal("replayed ticks", expected.Count, ticks);
        }
    }

    /// <summary>The walk: movement, free places, turns and crowds.</summary>
    static void Walk(Files files)
    {
        var rows = files.Rows("walk.csv");
        var end = files.Columns + 1;
        var motions = rows.Select(row => Files.Numbers(row, end, 2)).ToList();
        var movers = Enumerable.Range(0, rows.Count).Where(row => motions[row][0] != 0 || motions[row][1] != 0).ToArray();
        using (var world = new World())
        using (var moves = new Moves())
        {
            var shapes = rows.Select(row => files.ShapeOf(row, 1)).ToArray();
            var entities = shapes.Select(shape => new Entity(shape) { Mobility = Mobility.Static }).ToArray();
            foreach (var row in movers)
            {
                entities[row].Mobility = Mobility.Dynamic;
            }
            var handles = world.Insert(entities);
            world.Step();
            var walkers = movers.Select(row => handles[row]).ToArray();
            var ticks = files.Rows("walk_ticks.csv");
            for (var tick = 0; tick < ticks.Count; tick++)
            {
                var sign = tick / 5 % 2 == 0 ? 1 : -1;
                var options = MoveOptions.Default;
                options.InOrder = tick % 2 == 0;
                world.Move(walkers, movers.SelectMany(row => motions[row]).Select(x => sign * x).ToArray(), moves, options);
                world.Step();
                var hits = Enumerable.Range(0, moves.Count).Sum(mover => moves.HitsOf(mover).Length);
                var found = string.Join(",", world.Tick, world.Pairs().Length, hits, world.Fingerprint.ToString("x16"));
                Equal("walk", string.Join(",", ticks[tick]), found);
            }
            Shape[] ends;
            bool[] there;
            world.Shapes(handles, out ends, out there);
            for (var row = 0; row < rows.Count; row++)
            {
                Equal("there", true, there[row]);
                Equal("end x", Files.Number(rows[row][end + 2]), ends[row][0]);
                Equal("end y", Files.Number(rows[row][end + 3]), ends[row][1]);
            }
            foreach (var row in files.Rows("walk_places.csv"))
            {
                var next = files.AskedColumns;
                var shape = files.AskedOf(row, 0);
                var moving = new Moving(shape, Files.Number(row[next]), Files.Number(row[next + 1]));
                world.Slide(new[] { moving }, moves);
                Equal("slide x", Files.Number(row[next + 2]), moves.Slides[0].Shape[0]);
                Equal("slide y", Files.Number(row[next + 3]), moves.Slides[0].Shape[1]);
                var hits = moves.HitsOf(0).ToArray().Select(hit => Array.IndexOf(handles, hit.Handle).ToString());
                Equal("slide hits", row[next + 4], string.Join(" ", hits));
                var place = world.FreePlaces(new[] { shape }, 3, moves)[0];
                Equal("free", row[next + 5] != "", place.HasValue);
                if (place.HasValue)
                {
                    Equal("free x", Files.Number(row[next + 5]), place.Value[0]);
                    Equal("free y", Files.Number(row[next + 6]), place.Value[1]);
                }
            }
            foreach (var row in files.Rows("walk_turns.csv"))
            {
                var id = int.Parse(row[0]);
                var turning = new Turning
                {
                    Shape = ends[id], PivotX = shapes[id][0], PivotY = shapes[id][1], Angle = Files.Number(row[1]),
                };
                var turn = world.Turn(new[] { turning }, default(Ask), new[] { Filter.Excluding(handles[id]) })[0];
                Equal("turn x", Files.Number(row[2]), turn.Shape[0]);
                Equal("turn y", Files.Number(row[3]), turn.Shape[1]);
                Equal("turn left", Files.Number(row[4]), turn.Left);
                Equal("turn hit", row[5], turn.IsBlocked ? Array.IndexOf(handles, turn.Handle).ToString() : "");
            }
            world.Separate(walkers, moves);
            world.Step();
            var crowd = string.Join(",", world.Tick, world.Pairs().Length, world.Fingerprint.ToString("x16"));
            Equal("crowd", string.Join(",", files.Rows("walk_crowd.csv")[0]), crowd);
        }
    }

    static int Main(string[] arguments)
    {
        foreach (var kinds in new[] { false, true })
        {
            var files = new Files(arguments[0], kinds);
            foreach (Strategy strategy in Enum.GetValues(typeof(Strategy)))
            {
                Play(files, strategy, strategy == Strategy.Auto ? 2u : 1u, false);
            }
            Replay(files, Play(files, Strategy.Auto, 1, true));
            Walk(files);
        }
        Calls.Run();
        Console.WriteLine("C#: 2 matches of 40 ticks by 6 strategies, questions, sectors, traces and walks, as in Rust");
        return 0;
    }
}
