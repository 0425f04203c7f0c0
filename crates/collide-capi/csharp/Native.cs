// The declarations of libcollide, generated from crates/collide-capi/src. Do not edit.
#pragma warning disable 0169, 0649 // the library writes some fields
using System;
using System.Runtime.InteropServices;

namespace Collide
{
    public enum Status : uint
    {
        /// <summary>Success.</summary>
        Ok = 0,
        /// <summary>The end of a trace. Not an error.</summary>
        End = 1,
        /// <summary>A parameter is invalid: a null pointer, an invalid shape, a number that is not finite, an unknown constant.</summary>
        Invalid = 2,
        /// <summary>The entity or observer of a handle was removed.</summary>
        Stale = 3,
        /// <summary>There is no room for more entities, observers or shapes.</summary>
        Full = 4,
        /// <summary>More was found than the limit allows. Nothing is changed.</summary>
        OverBudget = 5,
        /// <summary>The output array is too short. Nothing is written but the required length.</summary>
        TooSmall = 6,
        /// <summary>The requested time is not in the history.</summary>
        NotRemembered = 7,
        /// <summary>The bytes are not a snapshot of a world or not a trace.</summary>
        Damaged = 8,
        /// <summary>A replay differs from the recording.</summary>
        Diverged = 9,
        /// <summary>The system refused to start threads.</summary>
        NoThreads = 10,
        /// <summary>A bug of this library: a panic, stopped before it left the call. Free the objects that were part of the call.</summary>
        Fault = 11,
    }

    public enum ShapeKind : byte
    {
        /// <summary>A circle: `x, y, radius`.</summary>
        Circle = 0,
        /// <summary>An axis-aligned rectangle: `min x, min y, max x, max y`.</summary>
        Rect = 1,
        /// <summary>An oriented rectangle: `x, y` of its center, half width, half height, cosine and sine of its angle.</summary>
        OrientedRect = 2,
        /// <summary>A capsule: `x, y` of its position, `x, y` of both ends of its segment as offsets from the position, and its radius. With radius zero it is a segment.</summary>
        Capsule = 3,
        /// <summary>A convex polygon: `x, y` of its position, its radius, and `x, y` of eight corners as offsets from the position. The polygon is the convex hull of the corners, grown by the radius. If it has fewer than eight, the last one fills the rest.</summary>
        Polygon = 4,
    }

    public enum Mobility : byte
    {
        /// <summary>Moves often, perhaps at every tick.</summary>
        Dynamic = 0,
        /// <summary>Rarely moves, such as a wall. Static entities are indexed once; the cost of a tick depends on the dynamic ones. Two static entities are not a pair, unless the settings have `static_pairs`.</summary>
        Static = 1,
        /// <summary>Can move, but rests at present. Stored like a static entity. It can be in a pair with any other entity.</summary>
        Sleeping = 2,
    }

    public enum Strategy : byte
    {
        /// <summary>Chooses one of the other strategies from the data.</summary>
        Auto = 0,
        /// <summary>Tests every shape against every other.</summary>
        BruteForce = 1,
        /// <summary>Square cells of one size, and a second grid for larger shapes.</summary>
        UniformGrid = 2,
        /// <summary>Square cells of several sizes.</summary>
        HierarchicalGrid = 3,
        /// <summary>Sweep and prune: bounds are sorted along an axis.</summary>
        SweepAndPrune = 4,
        /// <summary>A packed R-tree.</summary>
        RTree = 5,
    }

    public enum Touching : byte
    {
        /// <summary>Touching rule: shapes that only touch are a pair.</summary>
        Closed = 0,
        /// <summary>Touching rule: shapes that only touch are not a pair.</summary>
        Open = 1,
    }

    public enum PairOrder : byte
    {
        /// <summary>Pairs are sorted by the smaller and then by the larger slot.</summary>
        BySlot = 0,
        /// <summary>Pairs are in the order in which they are found. Costs nothing; the order depends on the strategy.</summary>
        AsFound = 1,
    }

    public enum EventKind : byte
    {
        /// <summary>The pair starts overlapping at this tick.</summary>
        Began = 0,
        /// <summary>The pair overlaps at this tick and at the previous one.</summary>
        Stayed = 1,
        /// <summary>The pair of the previous tick has ended: the entities are apart, their layers exclude each other, or one of them was removed.</summary>
        Ended = 2,
    }

    [Flags]
    public enum FilterFlags : byte
    {
        /// <summary>Filter flag: only entities that an entity with the filter's `layers` would collide with.</summary>
        OnLayers = 1,
        /// <summary>Filter flag: exclude sensors.</summary>
        Solid = 2,
        /// <summary>Filter flag: exclude the entity `except`.</summary>
        Except = 4,
    }

    public enum HitMode : byte
    {
        /// <summary>All hits.</summary>
        All = 0,
        /// <summary>At most `first` hits of each query: those with the smallest slots, or the nearest if hits have a distance.</summary>
        First = 1,
        /// <summary>The number of hits, without a list.</summary>
        Count = 2,
    }

    /// <summary>A callback that changes circles; `user` is the pointer passed to the call. It must return normally: no `longjmp`, no exception.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void NativeChange(IntPtr user, Circles* circles);

    /// <summary>A callback that decides whether a moving shape passes through an entity: non-zero to pass. `normal` is the unit vector from the shape to the entity at the point where the entity would block; `user` is the pointer of the options. It may be called from several threads at the same time, and its result must depend on its parameters alone. It must return normally: no `longjmp`, no exception.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate byte NativePass(IntPtr user, Handle handle, float normalX, float normalY);

    /// <summary>A shape: its kind, and numbers in world units whose meaning depends on the kind. Unused numbers may have any value.
    /// The numbers are exact. Functions that take a shape reject one with a number that is not finite, a negative radius or extent, a minimum above the maximum, cosine and sine both zero, or a position at which a point would not be finite. Radius and extents may be zero: points and segments.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Shape
    {
        /// <summary>`ShapeKind.Circle`, `ShapeKind.Rect`, `ShapeKind.OrientedRect`, `ShapeKind.Capsule` or `ShapeKind.Polygon`.</summary>
        public ShapeKind Kind;
        internal fixed float numbers[19];
    }

    /// <summary>Collision layers: which entities collide. Entities with the same non-zero group always (positive) or never (negative) collide. All other entities collide if each has a category bit that is set in the other's mask.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Layers
    {
        /// <summary>The categories of the entity: one or more bits. By default 1.</summary>
        public ulong Category;
        /// <summary>The categories that it collides with. By default all bits.</summary>
        public ulong Mask;
        /// <summary>The group, which overrides category and mask for entities of the same group. By default 0, for no group.</summary>
        public long Group;
    }

    /// <summary>An entity. A zero-initialised entity collides with nothing: create one with `collide_entity`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Entity
    {
        /// <summary>Its position and size.</summary>
        public Shape Shape;
        /// <summary>`Mobility.Dynamic`, `Mobility.Static` or `Mobility.Sleeping`.</summary>
        public Mobility Mobility;
        internal byte sensor;
        /// <summary>Non-zero for a sensor: it has pairs as other entities do, and no contacts. Two sensors are a pair only if the settings have `sensor_pairs`.</summary>
        public bool Sensor { get { return sensor != 0; } set { sensor = value ? (byte)1 : (byte)0; } }
        /// <summary>User data; the library does not use it.</summary>
        public ulong Data;
        /// <summary>The layers that decide which entities it collides with.</summary>
        public Layers Layers;
    }

    /// <summary>The settings of a world or a batch. If there is no history, zero-initialised settings are equal to `collide_settings_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Settings
    {
        /// <summary>The broad phase: `Strategy.Auto` or another strategy. Changes the time, never the result.</summary>
        public Strategy Strategy;
        /// <summary>Whether shapes that only touch are a pair: `Touching.Closed` or `Touching.Open`.</summary>
        public Touching Touching;
        /// <summary>The order of a world's pairs: `PairOrder.BySlot` or `PairOrder.AsFound`. With events they are always by slot.</summary>
        public PairOrder Order;
        internal byte events;
        /// <summary>Non-zero if a world compares the pairs of each tick with those of the previous tick, for `collide_world_events`.</summary>
        public bool Events { get { return events != 0; } set { events = value ? (byte)1 : (byte)0; } }
        internal byte staticPairs;
        /// <summary>Non-zero if two static entities of a world can be a pair, sensors too. They are not by default, and then cost nothing. Switched, these pairs begin or end at the next step.</summary>
        public bool StaticPairs { get { return staticPairs != 0; } set { staticPairs = value ? (byte)1 : (byte)0; } }
        internal byte sensorPairs;
        /// <summary>Non-zero if two sensors of a world can be a pair, also of `collide_world_swept_pairs`. They are not by default. Two static sensors need `static_pairs` too. Switched, these pairs begin or end at the next step. Queries and movement do not depend on it.</summary>
        public bool SensorPairs { get { return sensorPairs != 0; } set { sensorPairs = value ? (byte)1 : (byte)0; } }
        internal byte changeTicks;
        /// <summary>Non-zero if a world keeps the tick of the last change of each entity, for `collide_world_changed_since`. Switched on, all entities count as changed at that tick.</summary>
        public bool ChangeTicks { get { return changeTicks != 0; } set { changeTicks = value ? (byte)1 : (byte)0; } }
        /// <summary>The number of threads: 1 for the calling thread only, more for a separate pool of that size, 0 for a pool as large as the machine that all objects with 0 share. Changes the time, never the result.</summary>
        public uint Threads;
        /// <summary>The cell size of `Strategy.UniformGrid`, in world units; with 0 the engine chooses.</summary>
        public float Cell;
        /// <summary>The teleport threshold of the history, in world units, by default 1. An entity that moves farther in a tick counts as teleported, and is not interpolated between the two ticks.</summary>
        public float HistoryTeleportDistance;
        /// <summary>The maximum number of dynamic entities of one place that take part in the pairs of a world's tick and in the views of an interest; 0 for no limit. The others of the place, the surplus, are in none, and all entities of other places have exactly the results of a world without the surplus. So a step ends in bounded time wherever players go, and does not fail. A place is a square whose side is a power of two, at least as long as the longer side of an entity's bound and less than twice as long: it holds five circles side by side, so 32 is six layers of them. Static and sleeping entities are not counted. With `events`, a pair that loses an entity to the surplus has no event until both take part again. Queries and batches do not depend on it; calls that move have a limit of their own.</summary>
        public uint CrowdMax;
        internal UIntPtr historyTicks;
        /// <summary>The number of past ticks that a world keeps; 0 for none.</summary>
        public long HistoryTicks { get { return (long)(ulong)historyTicks; } set { historyTicks = (UIntPtr)(ulong)value; } }
        /// <summary>In a place with more than `crowd_max` dynamic entities, those with one of these categories take part before the others, and then those with a smaller slot before those with a larger one. No effect if `crowd_max` is 0.</summary>
        public ulong CrowdFirst;
    }

    /// <summary>Some of a world's dynamic circles as columns of `count` numbers, which may be changed in place. Each row is an entity.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Circles
    {
        internal UIntPtr count;
        /// <summary>The number of rows.</summary>
        public long Count { get { return (long)(ulong)count; } set { count = (UIntPtr)(ulong)value; } }
        internal float* x;
        internal float* y;
        internal float* radius;
        internal ulong* data;
        internal uint* slots;
    }

    /// <summary>The limits of a call, where 0 is no limit: a zero-initialised budget has no limits.
    /// A call that exceeds `max_results` or `max_work` is rejected with `Status.OverBudget`: it has no answers, and nothing has changed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Budget
    {
        /// <summary>The maximum number of pairs that a step or a batch of shapes finds, and of hits of all queries of a batch together. Other calls have one result for each item, and ignore it.</summary>
        public ulong MaxResults;
        /// <summary>The maximum work of the call, in units of which a million stand for about a millisecond.</summary>
        public ulong MaxWork;
        /// <summary>The maximum number of candidates of each query of a batch. A query that exceeds it has no hits, and `stopped` of the hits lists it; all other queries have their whole answers. Calls without hits ignore it.</summary>
        public ulong MaxCandidatesEach;
    }

    /// <summary>Two entities that overlap.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Pair
    {
        /// <summary>The entity with the smaller slot.</summary>
        public Handle A;
        /// <summary>The other entity.</summary>
        public Handle B;
    }

    /// <summary>The event of a pair since the previous tick.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Event
    {
        /// <summary>The entity with the smaller slot.</summary>
        public Handle A;
        /// <summary>The other entity.</summary>
        public Handle B;
        /// <summary>`EventKind.Began`, `EventKind.Stayed` or `EventKind.Ended`.</summary>
        public EventKind Kind;
    }

    /// <summary>An event between an entity of one category and one of another, with their data.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct EventBetween
    {
        /// <summary>The entity of the first categories. If both entities fit both ways: the one with the smaller slot.</summary>
        public Handle A;
        /// <summary>The entity of the second categories.</summary>
        public Handle B;
        /// <summary>The data of `a`.</summary>
        public ulong AData;
        /// <summary>The data of `b`.</summary>
        public ulong BData;
        /// <summary>`EventKind.Began`, `EventKind.Stayed` or `EventKind.Ended`.</summary>
        public EventKind Kind;
    }

    /// <summary>A place with more dynamic entities than a limit: see `crowd_max` of `Settings`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Crowd
    {
        /// <summary>The first of its entities that are the surplus.</summary>
        public Handle Entity;
        internal UIntPtr count;
        /// <summary>The number of its dynamic entities.</summary>
        public long Count { get { return (long)(ulong)count; } set { count = (UIntPtr)(ulong)value; } }
        internal UIntPtr surplusCount;
        /// <summary>The number of those that are the surplus.</summary>
        public long SurplusCount { get { return (long)(ulong)surplusCount; } set { surplusCount = (UIntPtr)(ulong)value; } }
        /// <summary>The lower x of the bound of all its dynamic entities, in world units.</summary>
        public float MinX;
        /// <summary>The lower y.</summary>
        public float MinY;
        /// <summary>The upper x.</summary>
        public float MaxX;
        /// <summary>The upper y.</summary>
        public float MaxY;
    }

    /// <summary>The counts of a tick or a batch, and the time of each phase in nanoseconds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Report
    {
        internal UIntPtr shapeCount;
        /// <summary>The number of shapes; for two sets, of both.</summary>
        public long ShapeCount { get { return (long)(ulong)shapeCount; } set { shapeCount = (UIntPtr)(ulong)value; } }
        /// <summary>The number of candidate pairs that reached the exact test.</summary>
        public ulong CandidateCount;
        /// <summary>The number of pairs.</summary>
        public ulong PairCount;
        /// <summary>The work in units, of which a million stand for about a millisecond.</summary>
        public ulong Work;
        /// <summary>The estimated time in nanoseconds; 0 if no estimate was made.</summary>
        public ulong Expected;
        /// <summary>The time to compute bounds, if they are not stored.</summary>
        public ulong Bounds;
        /// <summary>The time to sort the shapes or to build the index.</summary>
        public ulong Index;
        /// <summary>The time to find candidates and to test them exactly.</summary>
        public ulong Pairs;
        /// <summary>The time to sort the pairs.</summary>
        public ulong Order;
        /// <summary>The time to compare the pairs with those of the previous tick.</summary>
        public ulong Events;
        /// <summary>The time to store the tick in the history.</summary>
        public ulong History;
        internal UIntPtr crowdCount;
        /// <summary>The number of places with more dynamic entities than `crowd_max` of the settings: `collide_world_crowds` writes them.</summary>
        public long CrowdCount { get { return (long)(ulong)crowdCount; } set { crowdCount = (UIntPtr)(ulong)value; } }
        internal UIntPtr surplusCount;
        /// <summary>The number of entities of those places that took no part in the pairs.</summary>
        public long SurplusCount { get { return (long)(ulong)surplusCount; } set { surplusCount = (UIntPtr)(ulong)value; } }
        /// <summary>The place with the most entities; all zero if `crowd_count` is 0.</summary>
        public Crowd Crowd;
        /// <summary>The strategy that ran, never `Strategy.Auto`.</summary>
        public Strategy Strategy;
    }

    /// <summary>The contact of two overlapping shapes. Moving the second by `normal * depth` leaves them only touching.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Contact
    {
        /// <summary>Unit vector from the first to the second shape: the direction of the shortest separation.</summary>
        public float NormalX;
        /// <summary>See `normal_x`.</summary>
        public float NormalY;
        /// <summary>The penetration depth along the normal, in world units; zero exactly if the shapes only touch.</summary>
        public float Depth;
        internal fixed float points[4];
        /// <summary>The number of points. 0 means no contact: for a pair with a sensor, and for a pair that no longer overlaps.</summary>
        public byte PointCount;
    }

    /// <summary>Two entities that hit each other during their motions, and their impact.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct SweptPair
    {
        /// <summary>The entity with the smaller slot.</summary>
        public Handle A;
        /// <summary>The other entity.</summary>
        public Handle B;
        /// <summary>The time of impact, as a fraction of the motions, with normal and points.</summary>
        public Impact Impact;
    }

    /// <summary>The filter of a query. A zero-initialised filter accepts all entities.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Filter
    {
        /// <summary>A combination of `FilterFlags.OnLayers`, `FilterFlags.Solid` and `FilterFlags.Except`.</summary>
        public FilterFlags Flags;
        /// <summary>With `FilterFlags.Except`, the entity to exclude, such as the shooter.</summary>
        public Handle Except;
        /// <summary>With `FilterFlags.OnLayers`, the layers that entities must collide with.</summary>
        public Layers Layers;
    }

    /// <summary>The options of a batch of queries. Zero-initialised options mean: the present, all hits, no filter, no limits.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Ask
    {
        internal byte past;
        /// <summary>Non-zero to query the past, at `tick` (rewind, lag compensation).</summary>
        public bool Past { get { return past != 0; } set { past = value ? (byte)1 : (byte)0; } }
        /// <summary>`HitMode.All`, `HitMode.First` or `HitMode.Count`.</summary>
        public HitMode Mode;
        internal UIntPtr first;
        /// <summary>With `HitMode.First`, the limit of hits of each query.</summary>
        public long First { get { return (long)(ulong)first; } set { first = (UIntPtr)(ulong)value; } }
        /// <summary>A tick of the history, as counted by `collide_world_tick`, or a time between two ticks: 12.5 is halfway from tick 12 to tick 13.</summary>
        public double Tick;
        internal Filter* filters;
        /// <summary>The limits of the batch.</summary>
        public Budget Budget;
    }

    /// <summary>A ray: the points `origin + t * direction` for `t` from 0 to `max_t`, which may be infinite.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Ray
    {
        /// <summary>The x coordinate of the origin.</summary>
        public float X;
        /// <summary>The y coordinate of the origin.</summary>
        public float Y;
        /// <summary>The direction, of any length except zero.</summary>
        public float DirectionX;
        /// <summary>See `direction_x`.</summary>
        public float DirectionY;
        /// <summary>The length of the ray, as a multiple of the direction.</summary>
        public float MaxT;

        public Ray(float x, float y, float directionX, float directionY, float maxT) : this()
        {
            X = x;
            Y = y;
            DirectionX = directionX;
            DirectionY = directionY;
            MaxT = maxT;
        }
    }

    /// <summary>A segment between two points.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Segment
    {
        /// <summary>The x coordinate of the start.</summary>
        public float FromX;
        /// <summary>The y coordinate of the start.</summary>
        public float FromY;
        /// <summary>The x coordinate of the end.</summary>
        public float ToX;
        /// <summary>The y coordinate of the end.</summary>
        public float ToY;

        public Segment(float fromX, float fromY, float toX, float toY) : this()
        {
            FromX = fromX;
            FromY = fromY;
            ToX = toX;
            ToY = toY;
        }
    }

    /// <summary>A shape and its motion: a straight line, without rotation.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Moving
    {
        /// <summary>The shape at the start.</summary>
        public Shape Shape;
        /// <summary>The x component of the motion, in world units.</summary>
        public float MotionX;
        /// <summary>The y component of the motion, in world units.</summary>
        public float MotionY;

        public Moving(Shape shape, float motionX, float motionY) : this()
        {
            Shape = shape;
            MotionX = motionX;
            MotionY = motionY;
        }
    }

    /// <summary>A query for the entities nearest to a shape. A zero-initialised query finds nothing, because its `count` is 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Nearest
    {
        /// <summary>The shape that distances are measured from; a point is a circle with radius zero.</summary>
        public Shape Shape;
        /// <summary>The maximum distance, in world units; infinite for no limit.</summary>
        public float Within;
        internal UIntPtr count;
        /// <summary>The maximum number of results.</summary>
        public long Count { get { return (long)(ulong)count; } set { count = (UIntPtr)(ulong)value; } }

        public Nearest(Shape shape, float within, int count) : this()
        {
            Shape = shape;
            Within = within;
            Count = count;
        }
    }

    /// <summary>A sector of a disc or ring: the points whose distance from the apex is from `inner` to `outer`, and whose direction is between two borders, counter-clockwise (with y up) from `from` to `to`. It may be wider than 180 degrees. For the arc of a sword, a cone of sight or a skill. `collide_sector` makes one from an angle.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Sector
    {
        /// <summary>The x coordinate of the apex.</summary>
        public float X;
        /// <summary>The y coordinate of the apex.</summary>
        public float Y;
        /// <summary>The direction of the first border, of any length except zero.</summary>
        public float FromX;
        /// <summary>See `from_x`.</summary>
        public float FromY;
        /// <summary>The direction of the second border, of any length except zero; not that of the first.</summary>
        public float ToX;
        /// <summary>See `to_x`.</summary>
        public float ToY;
        /// <summary>The outer radius, above the inner one.</summary>
        public float Outer;
        /// <summary>The inner radius; zero for a sector of a disc.</summary>
        public float Inner;
    }

    /// <summary>The hit of a ray or a segment.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct RayHit
    {
        /// <summary>Where it enters the shape: a multiple of the ray's direction; for a segment, a fraction from 0 to 1.</summary>
        public float Entry;
        /// <summary>Where it leaves the shape or ends, in the same unit.</summary>
        public float Exit;
        /// <summary>The x coordinate of the point of entry.</summary>
        public float X;
        /// <summary>The y coordinate of the point of entry.</summary>
        public float Y;
        /// <summary>The outward unit normal of the border at the point of entry; zero if it starts inside the shape.</summary>
        public float NormalX;
        /// <summary>See `normal_x`.</summary>
        public float NormalY;
        internal byte inside;
        /// <summary>1 if it starts inside the shape, else 0.</summary>
        public bool Inside { get { return inside != 0; } set { inside = value ? (byte)1 : (byte)0; } }
    }

    /// <summary>The impact of a moving shape on another: time of impact, normal and points.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Impact
    {
        /// <summary>The time of impact as a fraction of the motion, from 0 to 1, rounded down.</summary>
        public float Time;
        /// <summary>Unit vector from the first to the second shape, perpendicular to the surfaces that meet.</summary>
        public float NormalX;
        /// <summary>See `normal_x`.</summary>
        public float NormalY;
        internal fixed float points[4];
        /// <summary>The number of points: 1 or 2.</summary>
        public byte PointCount;
    }

    /// <summary>The hits of the last batch as flat arrays: the hits of query `i` have the indices from `starts[i]` up to, but not including, `starts[i + 1]`. Arrays that the kind of query does not have are null. The arrays are valid until the next call that takes the hits without `const`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct HitsView
    {
        internal UIntPtr count;
        /// <summary>The number of queries.</summary>
        public long Count { get { return (long)(ulong)count; } set { count = (UIntPtr)(ulong)value; } }
        internal UIntPtr total;
        /// <summary>The number of hits of all queries.</summary>
        public long Total { get { return (long)(ulong)total; } set { total = (UIntPtr)(ulong)value; } }
        /// <summary>The work of the batch, in the units of `Budget`: with this limit, the same batch succeeds.</summary>
        public ulong Work;
        internal UIntPtr stoppedCount;
        /// <summary>The number of queries that exceeded their limit of candidates: see `Budget`.</summary>
        public long StoppedCount { get { return (long)(ulong)stoppedCount; } set { stoppedCount = (UIntPtr)(ulong)value; } }
        internal uint* stopped;
        internal UIntPtr* starts;
        internal Handle* handles;
        internal RayHit* rayHits;
        internal Impact* impacts;
        internal float* distances;
        internal byte* blocked;
    }

    /// <summary>How shapes move. Create the options with `collide_move_options_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct MoveOptions
    {
        internal UIntPtr maxBounces;
        /// <summary>The maximum number of times that a shape changes its direction. With 0 it stops where it is blocked first.</summary>
        public long MaxBounces { get { return (long)(ulong)maxBounces; } set { maxBounces = (UIntPtr)(ulong)value; } }
        internal byte leaveOverlapped;
        /// <summary>Non-zero if a shape may leave an entity that it overlaps at the start; otherwise it does not move then.</summary>
        public bool LeaveOverlapped { get { return leaveOverlapped != 0; } set { leaveOverlapped = value ? (byte)1 : (byte)0; } }
        internal byte inOrder;
        /// <summary>For `collide_world_move`: non-zero if the movers block each other. They then move in the order of the array: each is blocked by those before it at their new places, and by those after it at their old ones.</summary>
        public bool InOrder { get { return inOrder != 0; } set { inOrder = value ? (byte)1 : (byte)0; } }
        internal byte hasLayers;
        /// <summary>For `collide_world_move`: non-zero if `layers` decide what blocks, instead of the layers of each mover.</summary>
        public bool HasLayers { get { return hasLayers != 0; } set { hasLayers = value ? (byte)1 : (byte)0; } }
        /// <summary>See `has_layers`.</summary>
        public Layers Layers;
        /// <summary>For `collide_world_move` with `in_order`, and for `collide_world_separate`: as in the settings, but of the movers of the call. The surplus neither blocks movers, nor do movers block it; if they move apart, it pushes no mover.</summary>
        public uint CrowdMax;
        /// <summary>See `crowd_max`.</summary>
        public ulong CrowdFirst;
        /// <summary>For `collide_world_move` and `collide_world_separate`: the limits of the call.</summary>
        public Budget Budget;
        internal IntPtr pass;
        internal IntPtr user;
    }

    /// <summary>Where a shape ended.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Slide
    {
        /// <summary>The shape at its end. Its interior overlaps that of no blocker, unless it did at the start.</summary>
        public Shape Shape;
        /// <summary>The x component of the motion that is left where the shape stopped, in world units; zero if it used up its motion.</summary>
        public float LeftX;
        /// <summary>The y component of that motion.</summary>
        public float LeftY;
    }

    /// <summary>What a shape ran into.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct SlideHit
    {
        /// <summary>The entity.</summary>
        public Handle Handle;
        /// <summary>Unit vector from the moving shape to the entity.</summary>
        public float NormalX;
        /// <summary>See `normal_x`.</summary>
        public float NormalY;
        /// <summary>The x coordinate of a contact point.</summary>
        public float X;
        /// <summary>The y coordinate of that point.</summary>
        public float Y;
        /// <summary>When, as a fraction of the motion from 0 to 1.</summary>
        public float Time;
    }

    /// <summary>The slides of the last call as flat arrays: what shape `i` ran into is `hits` from `starts[i]` up to, but not including, `starts[i + 1]`, in order of time. The arrays are valid until the next call that takes the moves without `const`. Empty lists are null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct MovesView
    {
        internal UIntPtr count;
        /// <summary>The number of shapes.</summary>
        public long Count { get { return (long)(ulong)count; } set { count = (UIntPtr)(ulong)value; } }
        /// <summary>The work of the call, in the units of `Budget`: with this limit, the same call succeeds.</summary>
        public ulong Work;
        internal Handle* handles;
        internal Slide* slides;
        internal UIntPtr* starts;
        internal SlideHit* hits;
    }

    /// <summary>The first hit of a shape that flies through remembered ticks.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PastHit
    {
        /// <summary>The entity.</summary>
        public Handle Handle;
        /// <summary>When, as a tick, between two ticks as well.</summary>
        public double Tick;
        /// <summary>The impact, with the time as a fraction of the whole motion.</summary>
        public Impact Impact;
    }

    /// <summary>How the entities of some categories give way in `collide_world_separate`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PushRule
    {
        /// <summary>The categories of the entities to which the rule applies.</summary>
        public ulong Category;
        /// <summary>The weight of the entity in the way apart: two that overlap move in the ratio of their shares. An entity with share 0 does not move. Negative numbers and NaN count as 0.</summary>
        public float Share;
        /// <summary>The maximum distance between the places of the entity before and after a call, in world units; may be infinite. Negative numbers and NaN count as 0.</summary>
        public float MaxDistance;
    }

    /// <summary>How entities move apart. Create the options with `collide_separate_options_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct SeparateOptions
    {
        internal UIntPtr rounds;
        /// <summary>The maximum number of rounds.</summary>
        public long Rounds { get { return (long)(ulong)rounds; } set { rounds = (UIntPtr)(ulong)value; } }
        internal PushRule* rules;
        internal UIntPtr ruleCount;
        /// <summary>The number of rules.</summary>
        public long RuleCount { get { return (long)(ulong)ruleCount; } set { ruleCount = (UIntPtr)(ulong)value; } }
        /// <summary>How the entities slide along what blocks them, and the limits of crowds and of the call. `in_order` has no effect.</summary>
        public MoveOptions Slide;
    }

    /// <summary>An oriented rect that turns about a pivot, such as a door about its hinge.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Turning
    {
        /// <summary>The oriented rect at its start.</summary>
        public Shape Shape;
        /// <summary>The x coordinate of the pivot, which may be outside of the rect.</summary>
        public float PivotX;
        /// <summary>The y coordinate of the pivot.</summary>
        public float PivotY;
        /// <summary>The angle in radians: counter-clockwise, with y up, if it is positive.</summary>
        public float Angle;

        public Turning(Shape shape, float pivotX, float pivotY, float angle) : this()
        {
            Shape = shape;
            PivotX = pivotX;
            PivotY = pivotY;
            Angle = angle;
        }
    }

    /// <summary>Where a rect ended that turned.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Turn
    {
        /// <summary>The oriented rect at its end. Its interior overlaps that of no blocker, unless it did at the start.</summary>
        public Shape Shape;
        /// <summary>The part of the angle that was blocked, in radians; zero if it turned all the way.</summary>
        public float Left;
        internal byte isBlocked;
        /// <summary>Non-zero if an entity blocks it.</summary>
        public bool IsBlocked { get { return isBlocked != 0; } set { isBlocked = value ? (byte)1 : (byte)0; } }
        /// <summary>The entity that blocks it.</summary>
        public Handle Handle;
    }

    /// <summary>The closest points of two shapes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct ClosestPoints
    {
        /// <summary>The x coordinate of the point of the first shape that is nearest to the second.</summary>
        public float AX;
        /// <summary>The y coordinate of that point.</summary>
        public float AY;
        /// <summary>The x coordinate of the point of the second shape that is nearest to the first.</summary>
        public float BX;
        /// <summary>The y coordinate of that point.</summary>
        public float BY;
        /// <summary>The distance, in world units. 0 if the shapes overlap or touch; then there are no points.</summary>
        public float Distance;
    }

    /// <summary>An observer with an area of interest. Create one with `collide_observer_at` or `collide_observer_of`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Observer
    {
        internal byte follows;
        /// <summary>Non-zero if its position is the center of `entity`, which it follows; otherwise its position is `x, y`.</summary>
        public bool Follows { get { return follows != 0; } set { follows = value ? (byte)1 : (byte)0; } }
        /// <summary>The entity that it follows.</summary>
        public Handle Entity;
        /// <summary>The x coordinate of a fixed position.</summary>
        public float X;
        /// <summary>The y coordinate of a fixed position.</summary>
        public float Y;
        /// <summary>The radius of the inner circle, in world units. An entity becomes visible when its shape overlaps this circle.</summary>
        public float Inner;
        /// <summary>The radius of the outer circle, in world units; at least `inner`. A visible entity stays visible while its shape overlaps this circle. The gap between the circles is hysteresis: entities near the border do not flicker.</summary>
        public float Outer;
        internal UIntPtr maxVisible;
        /// <summary>The limit of visible entities; the nearest are visible. `SIZE_MAX` for no limit.</summary>
        public long MaxVisible { get { return (long)(ulong)maxVisible; } set { maxVisible = (UIntPtr)(ulong)value; } }
        /// <summary>Where there are more than `max_visible`, entities with one of these categories come before all others.</summary>
        public ulong First;
        /// <summary>The filter of visible entities.</summary>
        public Filter Filter;
    }

    /// <summary>The report of an update.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct InterestReport
    {
        internal UIntPtr observerCount;
        /// <summary>The number of observers.</summary>
        public long ObserverCount { get { return (long)(ulong)observerCount; } set { observerCount = (UIntPtr)(ulong)value; } }
        internal UIntPtr lostCount;
        /// <summary>The number of observers that follow a removed entity.</summary>
        public long LostCount { get { return (long)(ulong)lostCount; } set { lostCount = (UIntPtr)(ulong)value; } }
        internal UIntPtr candidateCount;
        /// <summary>The number of entities in the outer circles, summed over all observers.</summary>
        public long CandidateCount { get { return (long)(ulong)candidateCount; } set { candidateCount = (UIntPtr)(ulong)value; } }
        internal UIntPtr visibleCount;
        /// <summary>The number of visible entities, summed over all observers.</summary>
        public long VisibleCount { get { return (long)(ulong)visibleCount; } set { visibleCount = (UIntPtr)(ulong)value; } }
        internal UIntPtr enteredCount;
        /// <summary>The number of entities that entered a view.</summary>
        public long EnteredCount { get { return (long)(ulong)enteredCount; } set { enteredCount = (UIntPtr)(ulong)value; } }
        internal UIntPtr leftCount;
        /// <summary>The number of entities that left a view.</summary>
        public long LeftCount { get { return (long)(ulong)leftCount; } set { leftCount = (UIntPtr)(ulong)value; } }
        /// <summary>The work of the update, in units of which a million stand for about a millisecond.</summary>
        public ulong Work;
    }

    /// <summary>The views of all observers at the last update, in order of their slots, as flat arrays. Observer `i` has the id `ids[i]`; its visible entities are `visible` from `visible_starts[i]` up to, but not including, `visible_starts[i + 1]`. The same holds for `entered` and `left`. The arrays are valid until the next call that takes the interest without `const`. Empty lists are null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Views
    {
        internal UIntPtr count;
        /// <summary>The number of observers.</summary>
        public long Count { get { return (long)(ulong)count; } set { count = (UIntPtr)(ulong)value; } }
        internal ObserverId* ids;
        internal byte* lost;
        internal UIntPtr* visibleStarts;
        internal Handle* visible;
        internal UIntPtr* enteredStarts;
        internal Handle* entered;
        internal UIntPtr* leftStarts;
        internal Handle* left;
    }

    /// <summary>Two shapes that overlap, as indices into the input arrays.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct IndexPair
    {
        /// <summary>The smaller index; for two arrays, the index in the first.</summary>
        public uint A;
        /// <summary>The larger index; for two arrays, the index in the second.</summary>
        public uint B;
    }

    /// <summary>The pairs that a batch has found. Valid until the next call with that batch.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct IndexPairs
    {
        internal IndexPair* pairs;
        internal UIntPtr count;
        /// <summary>The number of pairs.</summary>
        public long Count { get { return (long)(ulong)count; } set { count = (UIntPtr)(ulong)value; } }
    }

    /// <summary>The description of a recorded tick.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct TraceTick
    {
        /// <summary>The number of the tick.</summary>
        public ulong Tick;
        /// <summary>The number of pairs. Check it before you replay a trace from an untrusted source.</summary>
        public ulong PairCount;
        /// <summary>The fingerprint of the pairs, in order of slots.</summary>
        public ulong Fingerprint;
        internal UIntPtr questionCount;
        /// <summary>The number of batches of queries before the step.</summary>
        public long QuestionCount { get { return (long)(ulong)questionCount; } set { questionCount = (UIntPtr)(ulong)value; } }
        internal byte starts;
        /// <summary>1 if the tick starts with a snapshot of the whole world, else 0.</summary>
        public bool Starts { get { return starts != 0; } set { starts = value ? (byte)1 : (byte)0; } }
    }

    /// <summary>The result of a replayed tick.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Replayed
    {
        internal UIntPtr answered;
        /// <summary>The number of batches of queries with the same answers as recorded.</summary>
        public long Answered { get { return (long)(ulong)answered; } set { answered = (UIntPtr)(ulong)value; } }
        internal UIntPtr skipped;
        /// <summary>The number of batches about ticks before the recording, which cannot be replayed.</summary>
        public long Skipped { get { return (long)(ulong)skipped; } set { skipped = (UIntPtr)(ulong)value; } }
    }

    /// <summary>A world: entities with shapes; each tick finds the pairs that overlap.</summary>
    public sealed unsafe partial class World : NativeObject
    {
        protected override bool ReleaseHandle() { Native.collide_world_free(handle); return true; }
    }

    /// <summary>Swept pairs and working memory. Reuse one object for many calls, from one thread at a time.</summary>
    public sealed unsafe partial class Swept : NativeObject
    {
        protected override bool ReleaseHandle() { Native.collide_swept_free(handle); return true; }
    }

    /// <summary>The hits of a batch of queries, and working memory. Reuse one object for many batches, from one thread at a time.</summary>
    public sealed unsafe partial class Hits : NativeObject, IResults
    {
        protected override bool ReleaseHandle() { Native.collide_hits_free(handle); return true; }
    }

    /// <summary>Where shapes ended, what they ran into, and working memory. Reuse one object for many calls, from one thread at a time.</summary>
    public sealed unsafe partial class Moves : NativeObject, IResults
    {
        protected override bool ReleaseHandle() { Native.collide_moves_free(handle); return true; }
    }

    /// <summary>Area of interest management: keeps observers, and reports at each update which entities entered and left the view of each.</summary>
    public sealed unsafe partial class Interest : NativeObject, IResults
    {
        protected override bool ReleaseHandle() { Native.collide_interest_free(handle); return true; }
    }

    /// <summary>Finds pairs among shapes that are stored outside of a world. Holds only settings and working memory: reuse it for many calls.</summary>
    public sealed unsafe partial class Batch : NativeObject
    {
        protected override bool ReleaseHandle() { Native.collide_batch_free(handle); return true; }
    }

    /// <summary>Bytes or text that a call has written. Its memory is reused: use one buffer for many calls.</summary>
    public sealed unsafe partial class Bytes : NativeObject
    {
        protected override bool ReleaseHandle() { Native.collide_buffer_free(handle); return true; }
    }

    /// <summary>A recording of a world, read tick by tick.</summary>
    public sealed unsafe partial class Trace : NativeObject
    {
        protected override bool ReleaseHandle() { Native.collide_trace_free(handle); return true; }
    }

    /// <summary>The functions of the library.</summary>
    public static unsafe class Native
    {
        const string Library = "collide";

        /// <summary>The ABI version of this header. It changes whenever a function or a structure changes.</summary>
        public const int AbiVersion = 1;

        /// <summary>The length of the numbers of a shape: that of the kind with the most.</summary>
        public const int Numbers = 19;

        /// <summary>The ABI version of the loaded library. A program that loads the library at run time must compare it with `COLLIDE_ABI_VERSION` before any other call.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint collide_abi_version();

        /// <summary>The version of the loaded library, such as `0.1.0`. Ends with a zero byte.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* collide_version();

        /// <summary>The message of the last rejected call of this thread, with the name and the value of the parameter, such as `shapes[3]: radius: must not be negative, is -1`; empty if no call was rejected. Never null, ends with a zero byte, and is valid until another call of this thread is rejected.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* collide_last_error();

        /// <summary>Returns a circle as a shape. An invalid shape is rejected by the call that uses it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Shape collide_circle(float x, float y, float radius);

        /// <summary>Returns an axis-aligned rectangle between two corners as a shape. An invalid shape is rejected by the call that uses it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Shape collide_rect(float minX, float minY, float maxX, float maxY);

        /// <summary>Returns a rectangle around a center, rotated by an angle in radians, as a shape. Cosine and sine of the angle are the same on every machine, unlike those of the C library. An invalid shape is rejected by the call that uses it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Shape collide_oriented_rect(float x, float y, float halfWidth, float halfHeight, float radians);

        /// <summary>Returns a rectangle around a center, rotated by an angle in degrees, as a shape. Multiples of 90 degrees are exact. Otherwise as `collide_oriented_rect`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Shape collide_oriented_rect_degrees(float x, float y, float halfWidth, float halfHeight, float degrees);

        /// <summary>Returns a capsule as a shape: every point at most `radius` away from the segment between `a` and `b`. Its position is `0, 0`; `collide_shapes_at` moves it. An invalid shape is rejected by the call that uses it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Shape collide_capsule(float aX, float aY, float bX, float bY, float radius);

        /// <summary>Returns a dynamic entity with a shape, data zero and the default layers, with which it collides with all others.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Entity collide_entity(Shape shape);

        /// <summary>A polygon: the convex hull of points, grown by a radius. `points` has x and y of each point; the points can have any order. The hull must have at most eight corners; points that are no corners are left out, by exact decisions. The position of the polygon is `0, 0`; `collide_shapes_at` moves it.
        /// Writes the polygon of `count` points to `polygon`.
        /// Errors: `Status.Invalid` if there is no point, a number is not finite, the radius is negative, or the hull has more than eight corners.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_polygon(float* points, UIntPtr count, float radius, Shape* polygon);

        /// <summary>A regular polygon around its position, which is `0, 0`, with a corner at `(circumradius, 0)`. Its corners are the same on every machine.
        /// Writes it to `polygon`.
        /// Errors: `Status.Invalid` if there are fewer than three corners or more than eight, or if the circumradius is negative or not finite.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_regular_polygon(UIntPtr corners, float circumradius, Shape* polygon);

        /// <summary>A capsule or polygon at another position. The points of a shape are its position plus its offsets, exactly.
        /// Writes `count` shapes to `out`. `positions` has x and y of each position.
        /// Errors: `Status.Invalid` with the index of the first invalid shape, of another kind, or position at which a point would not be finite. Nothing is written then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_shapes_at(Shape* shapes, float* positions, UIntPtr count, Shape* @out);

        /// <summary>A capsule or polygon with its offsets rotated about its position, by an angle in radians. To turn a body step by step, always turn the same unturned shape by the whole angle: if you turn the result again, the rounding adds up. Cosine and sine of an angle are the same on every machine.
        /// Writes `count` shapes to `out`. Each has its own angle.
        /// Errors: `Status.Invalid` with the index of the first invalid shape, of another kind, or angle that is not finite. Nothing is written then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_shapes_turned(Shape* shapes, float* radians, UIntPtr count, Shape* @out);

        /// <summary>A capsule or polygon with its offsets rotated about its position, by an angle in degrees. Multiples of 90 degrees are exact. Otherwise as `collide_shapes_turned`.
        /// Errors: as for `collide_shapes_turned`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_shapes_turned_degrees(Shape* shapes, float* degrees, UIntPtr count, Shape* @out);

        /// <summary>The default settings: automatic strategy, touching counts, no pairs of two static entities or two sensors, pairs sorted by slot, no events, no change ticks, no history, no limit of crowds, the shared thread pool.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Settings collide_settings_default();

        /// <summary>An empty world.
        /// Writes it to `world`: free it with `collide_world_free`. `settings` may be null for the defaults.
        /// Errors: `Status.Invalid` for an unknown constant, a cell size that is negative or not finite, or more than 1024 threads; `Status.NoThreads` if the system refuses to start threads.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_new(Settings* settings, IntPtr* world);

        /// <summary>Frees a world with all its entities. Null is ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void collide_world_free(IntPtr world);

        /// <summary>Changes the settings for the following steps. All entities are kept; threads are restarted only if their number changes.
        /// `settings` may be null for the defaults.
        /// Errors: those of `collide_world_new`; the settings are then unchanged.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_set_settings(World world, Settings* settings);

        /// <summary>The settings of a world.
        /// Writes them to `settings`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_settings(World world, Settings* settings);

        /// <summary>The number of entities.
        /// 0 for a null world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr collide_world_len(World world);

        /// <summary>Inserts entities, and gives their handles in the same order. The entities take part from the next step on.
        /// Inserts `count` entities and writes their handles to `handles`, which may be null if they are not needed.
        /// Errors: `Status.Invalid` with the index of an invalid entity; `Status.Full` at 67 million dynamic or 67 million static entities. No entity is inserted then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_insert(World world, Entity* entities, UIntPtr count, Handle* handles);

        /// <summary>Sets the shapes of entities. If a handle occurs several times, its last shape is used. All other properties stay the same.
        /// `count` is the number of handles and of shapes.
        /// Errors: `Status.Invalid` or `Status.Stale` with the index of an invalid shape or a stale handle. Nothing is changed then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_set_shapes(World world, Handle* handles, Shape* shapes, UIntPtr count);

        /// <summary>Sets shape, data, layers, sensor flag and mobility of entities. They keep their handles.
        /// `count` is the number of handles and of entities.
        /// Errors: `Status.Invalid` or `Status.Stale` with the index of an invalid entity or a stale handle; `Status.Full` if a mobility would have more than 67 million entities. Nothing is changed then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_set_entities(World world, Handle* handles, Entity* entities, UIntPtr count);

        /// <summary>Removes entities; their handles become stale. Duplicate handles are ignored.
        /// `count` is the number of handles.
        /// Errors: `Status.Stale` with the index of the first stale handle. Nothing is removed then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_remove(World world, Handle* handles, UIntPtr count);

        /// <summary>The entities of handles, as far as they exist. The first access by handle after a step costs a pass over all entities.
        /// Writes the entities of `count` handles to `entities`, and to `alive` a 1 for each that exists; for a stale handle a 0, and an entity of zeros.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_get_entities(World world, Handle* handles, UIntPtr count, Entity* entities, byte* alive);

        /// <summary>All entities and their handles, in order of slots.
        /// Writes `collide_world_len` items into arrays with room for `room` items each. Either array may be null if it is not needed.
        /// Errors: `Status.TooSmall` if `room` is less than the number of entities; nothing is written then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_entities(World world, Handle* handles, Entity* entities, UIntPtr room);

        /// <summary>The entities whose last change was at `tick` or later, in order of slots. None unless the settings have `change_ticks`.
        /// The tick of a change is `collide_world_tick` at its time. Read it after each list, and pass it the next time: no change is missed. A change is an insertion, and what makes a shape, data, layers or sensor flag other than before, or an entity static or no longer static. To set an equal value is none, nor is to fall asleep or to wake. Removed entities are in no list: the caller who removed them knows them.
        /// Writes them into an array with room for `room` handles, and their number to `count`.
        /// Errors: `Status.TooSmall` if `room` is too small; `count` is then the required number.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_changed_since(World world, ulong tick, Handle* handles, UIntPtr room, UIntPtr* count);

        /// <summary>Calls `change` for all dynamic circles, some hundreds at a time, to change them in place: the fastest way to move many.
        /// If the settings allow more than one thread, `change` is called from several threads at the same time. It must not use the world.
        /// Errors: `Status.Invalid` with the handle of a row that is not a valid circle afterwards. That circle keeps its old shape, but its new data; all other circles are changed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_update_circles(World world, IntPtr change, IntPtr user);

        /// <summary>Moves entities to new centers: x and y of each, in world units. The center of a capsule or polygon is its position. Sizes and rotations stay the same. If a handle occurs several times, its last center is used.
        /// `count` is the number of handles and of centers.
        /// Errors: `Status.Stale` with the index of the first stale handle, or else `Status.Invalid` with the index of the first center at which a coordinate would not be finite. Nothing is changed then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_set_centers(World world, Handle* handles, float* centers, UIntPtr count);

        /// <summary>Moves each dynamic entity to the center at the index of its slot, if there is one: the fastest update from positions outside the world. `centers` has x and y of each center. The slot is the lower half of a handle.
        /// `count` is the number of centers.
        /// Errors: `Status.Invalid` with the index of the first slot at which a coordinate would not be finite. Nothing is changed then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_set_centers_by_slot(World world, float* centers, UIntPtr count);

        /// <summary>Moves the origin of the world within a larger world, from one point to another. All coordinates change; the history is cleared.
        /// Errors: `Status.Invalid` if a point is not finite, or if a shape would be too far from the new origin. Nothing is changed then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_rebase(World world, double fromX, double fromY, double toX, double toY);

        /// <summary>Runs a tick: finds all pairs of entities that overlap. Without `crowd_max` of the settings, the number of pairs is not limited: where users decide the positions, set it or use `collide_world_step_within`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_step(World world);

        /// <summary>Runs a tick that fails if it exceeds the budget, before it costs too much time and memory.
        /// `budget` may be null for no limits.
        /// Errors: `Status.OverBudget` if there are more. The pairs are then those of the last successful step, there are no events, and another step may be tried.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_step_within(World world, Budget* budget);

        /// <summary>Re-indexes the entities that changed since the last step, so that queries are fast again. Finds no pairs. Call it once after a batch of changes, before queries, if there is no step between them.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_refresh(World world);

        /// <summary>The number of pairs that a step would find now, without running a tick and without memory for the pairs.
        /// Writes it to `count`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_count_pairs(World world, ulong* count);

        /// <summary>The number of steps so far.
        /// 0 for a null world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong collide_world_tick(World world);

        /// <summary>The fingerprint of the last step: a hash of the tick number and its pairs. It is the same on every machine, in every language, for every strategy and number of threads, if pairs are sorted by slot.
        /// 0 for a null world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong collide_world_fingerprint(World world);

        /// <summary>The number of bytes that the world has allocated.
        /// 0 for a null world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr collide_world_memory(World world);

        /// <summary>The number of pairs of the last step.
        /// 0 for a null world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr collide_world_pair_count(World world);

        /// <summary>The pairs of the last step: each once, sorted by the smaller and then by the larger slot. The handle of an entity that was removed since the step is stale.
        /// Writes the `collide_world_pair_count` pairs into an array with room for `room` pairs.
        /// Errors: `Status.TooSmall` if `room` is less than the number of pairs; nothing is written then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_pairs(World world, Pair* pairs, UIntPtr room);

        /// <summary>The number of events of the last step, if the settings have events.
        /// 0 for a null world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr collide_world_event_count(World world);

        /// <summary>The events of the last step, in order of slots. The pairs of a removed entity end with its old handle.
        /// Writes the `collide_world_event_count` events into an array with room for `room` events.
        /// Errors: `Status.TooSmall` if `room` is less than the number of events; nothing is written then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_events(World world, Event* events, UIntPtr room);

        /// <summary>The events of one entity of the last step. None for a stale handle.
        /// Writes them into an array with room for `room` events, and their number to `count`.
        /// Errors: `Status.TooSmall` if `room` is too small; `count` is then the required number.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_events_of(World world, Handle handle, Event* events, UIntPtr room, UIntPtr* count);

        /// <summary>The events of the last step between an entity of one of the categories `of_a` and one of the categories `of_b`, in order of slots, each once, with the data of both entities. A category is a bit of `category` of `Layers`; `UINT64_MAX` means every entity.
        /// An entity has its data and category of now. A removed entity has those that it had when it was removed.
        /// Writes them into an array with room for `room` events, and their number to `count`.
        /// Errors: `Status.TooSmall` if `room` is too small; `count` is then the required number.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_events_between(World world, ulong ofA, ulong ofB, EventBetween* events, UIntPtr room, UIntPtr* count);

        /// <summary>The report of the last step; all zero before the first step.
        /// Writes it to `report`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_report(World world, Report* report);

        /// <summary>The places that now have more than `max` dynamic entities, the one with the most entities first. The settings have no effect: `max` and `first` are as `crowd_max` and `crowd_first` there, but with 0 for `max` these are all places with a dynamic entity.
        /// Writes the places into an array with room for `room` places, and their number to `count`.
        /// Errors: `Status.TooSmall` if `room` is too small; `count` is then the required number.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_crowds(World world, uint max, ulong first, Crowd* crowds, UIntPtr room, UIntPtr* count);

        /// <summary>A readable explanation of the last step: the strategy, the reason for it, and the times. Empty before the first step.
        /// Overwrites `text` with it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_explain(World world, Bytes text);

        /// <summary>The p50 and p99 times of the last ticks, as a line for a log.
        /// Overwrites `text` with it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_recent(World world, Bytes text);

        /// <summary>Checks the internal invariants of a world; takes about as long as a tick.
        /// Errors: `Status.Fault` if one does not hold, which is a bug of the library.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_validate(World world);

        /// <summary>The contact of each pair of the last step, in the order of `collide_world_pairs`.
        /// Writes the contacts into an array with room for `room` contacts.
        /// Errors: `Status.TooSmall` if `room` is less than the number of pairs; nothing is written then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_contacts(World world, Contact* contacts, UIntPtr room);

        /// <summary>An empty list of swept pairs.
        /// Writes it to `swept`: free it with `collide_swept_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_swept_new(IntPtr* swept);

        /// <summary>Frees swept pairs. Null is ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void collide_swept_free(IntPtr swept);

        /// <summary>Continuous collision detection: finds every pair of a moving entity and another entity that hit each other during the motion, each once, in order of slots. `handles` are the moving entities, and `motions` has x and y of each motion, in world units; all other entities do not move.
        /// `count` is the number of handles and of motions. Writes the address of the pairs to `pairs` (null for none) and their number to `pair_count`. The pairs are valid until the next call with `swept`.
        /// Errors: `Status.Stale` or `Status.Invalid` with the index of the first stale handle or motion that is not finite; `Status.OverBudget`. `budget` may be null for no limits.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_swept_pairs(World world, Handle* handles, float* motions, UIntPtr count, Budget* budget, Swept swept, SweptPair** pairs, UIntPtr* pairCount);

        /// <summary>A sector around an apex with an opening around a direction, of which only the angle matters. Its inner radius is 0. Its borders are the same on every machine.
        /// Writes it to `sector`.
        /// Errors: `Status.Invalid` if the direction is zero, the opening is not above 0 and below 360 degrees, the radius is not above 0, or a number is not finite.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_sector(float x, float y, float directionX, float directionY, float openingDegrees, float outer, Sector* sector);

        /// <summary>An empty list of hits.
        /// Writes it to `hits`: free it with `collide_hits_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_hits_new(IntPtr* hits);

        /// <summary>Frees hits. Null is ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void collide_hits_free(IntPtr hits);

        /// <summary>The hits of the last batch; empty if that batch was rejected.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_hits_view(Hits hits, HitsView* view);

        /// <summary>Overlap query: the entities that overlap each of the shapes, under the world's touching rule, in order of slots. A point query is a circle with radius zero.
        /// `count` is the number of shapes.
        /// As for all queries, `ask` may be null, and the world does not change: many threads may query one world at the same time, each with its own hits.
        /// Errors (of all queries): `Status.Invalid` with the index of an invalid query, `Status.NotRemembered` if the time is not in the history, `Status.OverBudget` if the batch exceeds the budget of `ask`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_overlap(World world, Shape* shapes, UIntPtr count, Ask* ask, Hits hits);

        /// <summary>Sector query: the entities that overlap each of the sectors, under the world's touching rule, in order of slots. Walls do not hide what is behind them: for sight, call `collide_query_blocked` with the lines to the hits.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_sector(World world, Sector* sectors, UIntPtr count, Ask* ask, Hits hits);

        /// <summary>Raycast: the entities that each of the rays hits, sorted by entry and then by slot. A ray that only touches a shape hits it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_ray(World world, Ray* rays, UIntPtr count, Ask* ask, Hits hits);

        /// <summary>Raycast along segments: the entities that overlap each of the segments, under the world's touching rule, sorted by entry and then by slot.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_segment(World world, Segment* segments, UIntPtr count, Ask* ask, Hits hits);

        /// <summary>Line of sight: whether any entity overlaps each of the segments. Costs less than `collide_query_segment`. The mode has no effect.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_blocked(World world, Segment* segments, UIntPtr count, Ask* ask, Hits hits);

        /// <summary>Shapecast: the entities that each of the moving shapes hits while all entities stand still, sorted by time of impact and then by slot.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_sweep(World world, Moving* moving, UIntPtr count, Ask* ask, Hits hits);

        /// <summary>Nearest neighbours: the entities nearest to each of the shapes and their distances, sorted by distance and then by slot. The number of results is set by the query; the mode has no effect.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_nearest(World world, Nearest* nearest, UIntPtr count, Ask* ask, Hits hits);

        /// <summary>The shapes of entities at the time of `ask`, as far as they existed then.
        /// Writes the shapes of `count` entities to `shapes`, and to `there` a 1 for each entity that existed then. For other entities it writes a 0 and a shape of zeros.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_shapes(World world, Handle* handles, UIntPtr count, Ask* ask, Shape* shapes, byte* there);

        /// <summary>The default options: four bounces, a shape may leave what it overlaps, movers do not block each other, each mover has its own layers, at most 16 movers of a place, no other limits, nothing is passed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern MoveOptions collide_move_options_default();

        /// <summary>Empty moves.
        /// Writes them to `moves`: free them with `collide_moves_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_moves_new(IntPtr* moves);

        /// <summary>Frees moves. Null is ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void collide_moves_free(IntPtr moves);

        /// <summary>The slides of the last call; none if that call was rejected.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_moves_view(Moves moves, MovesView* view);

        /// <summary>Moves entities: each slides by its motion along what blocks it. `motions` has x and y of each motion, in world units.
        /// All other entities that meet the layers of a mover block it, at their current places. Sensors neither block nor are they blocked. A shape that overlaps no blocker at the start overlaps none at the end, exactly, and passes none on its way. If a handle occurs several times, it moves once, by its last motion.
        /// `count` is the number of handles and of motions. `options` may be null for the defaults. Errors: `Status.Stale` or `Status.Invalid` with the index of the first stale handle or motion that is not finite; `Status.OverBudget`. Nothing is moved then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_move(World world, Handle* handles, float* motions, UIntPtr count, MoveOptions* options, Moves moves);

        /// <summary>Move and slide of shapes that need not be entities: each moves by its motion along the entities that block it. The shapes do not block each other, and the world does not change. Exclude an entity itself with a filter of `ask`; the mode has no effect. Sensors never block.
        /// `count` is the number of shapes. Errors: those of all queries. There are no slides then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_slide(World world, Moving* moving, UIntPtr count, Ask* ask, MoveOptions* options, Moves moves);

        /// <summary>Free places: for each of the shapes the nearest place at most `max_distance` away where its interior overlaps that of no entity; the shape itself if it is free already. The places are searched for one by one: they may overlap each other. Sensors never count; the mode of `ask` has no effect. `moves` is working memory; it has no slides afterwards.
        /// `max_candidates_each` of the budget of `ask` limits the number of entities among which a place is searched for, so that a crowd costs little: where more are within a distance at which the search looks, there is no place.
        /// Writes the places of `count` shapes to `places`, and to `found` a 1; a 0 and a shape of zeros if no place was found. Errors: those of all queries.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_free_places(World world, Shape* shapes, UIntPtr count, float maxDistance, Ask* ask, Moves moves, Shape* places, byte* found);

        /// <summary>A lag-compensated projectile: moves a shape by its motion from tick `from` to tick `to`, among the entities as they moved then, to the first hit.
        /// Writes the hit to `hit`, and 1 to `found`; zeros and 0 if the shape hits nothing. `filter` may be null.
        /// Errors: `Status.Invalid` for an invalid shape or filter, `Status.NotRemembered` if a tick is not in the history.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_sweep_through(World world, Moving* moving, Filter* filter, double from, double to, PastHit* hit, byte* found);

        /// <summary>The default options: four rounds, no rules, at most 8 entities of a place, and the defaults of a move.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern SeparateOptions collide_separate_options_default();

        /// <summary>Moves entities apart where they overlap, softly: in a fixed number of rounds, each along what blocks it. A dense crowd needs several calls until it no longer overlaps. `moves` then has the shapes afterwards, as slides without hits.
        /// `count` is the number of handles. `options` may be null for the defaults.
        /// All other entities that meet the layers of one of these block it. Sensors neither block nor do they move. Duplicate handles are ignored. No entity is pushed into a blocker or through one, exactly.
        /// Errors: `Status.Stale` with the index of the first stale handle; `Status.OverBudget`. Nothing is moved then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_separate(World world, Handle* handles, UIntPtr count, SeparateOptions* options, Moves moves);

        /// <summary>Turns oriented rects about their pivots, each until an entity blocks it: doors, barriers and turrets. It passes no blocker on the way. The world does not change. Exclude an entity itself with a filter of `ask`; the mode has no effect. Sensors never block.
        /// Writes the ends of `count` rects to `turns`.
        /// Errors: those of all queries, and `Status.Invalid` with the index of a shape that is no oriented rect.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_query_turn(World world, Turning* turning, UIntPtr count, Ask* ask, Turn* turns);

        /// <summary>Whether the shape `a` overlaps the shape `b`. `touching` is `Touching.Closed` or `Touching.Open`.
        /// Writes 1 or 0 for each of `count` shapes `a` and the shape `b` with the same index. For two shapes, pass arrays of one.
        /// Errors (of all functions on two arrays of shapes): `Status.Invalid` with the index of an invalid item; nothing is written then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_overlaps(Shape* a, Shape* b, UIntPtr count, Touching touching, byte* overlaps);

        /// <summary>Whether the shape `a` contains the shape `b`. They may share their borders. A point is a circle with radius zero.
        /// Writes 1 or 0 for each of `count` shapes `a` and the shape `b` with the same index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_contains(Shape* a, Shape* b, UIntPtr count, byte* contains);

        /// <summary>The distance of two shapes in world units: 0 exactly if they overlap or touch.
        /// Writes it for each of `count` shapes `a` and the shape `b` with the same index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_distance(Shape* a, Shape* b, UIntPtr count, float* distances);

        /// <summary>The closest points of two shapes; none if they overlap or touch.
        /// Writes them for each of `count` shapes `a` and the shape `b` with the same index; all zero if there are none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_closest_points(Shape* a, Shape* b, UIntPtr count, ClosestPoints* closest);

        /// <summary>The contact of two shapes; none if they neither overlap nor touch.
        /// Writes it for each of `count` shapes `a` and the shape `b` with the same index; with `point_count` 0 if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_contact(Shape* a, Shape* b, UIntPtr count, Contact* contacts);

        /// <summary>Where a ray hits a shape. A ray that only touches a shape hits it.
        /// For each of `count` rays and the shape with the same index, writes a 1 to `found` for a hit, otherwise a 0 and a hit of zeros.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_cast_ray(Ray* rays, Shape* shapes, UIntPtr count, RayHit* hits, byte* found);

        /// <summary>Where a segment overlaps a shape, with `entry` and `exit` as fractions of the segment.
        /// For each of `count` segments and the shape with the same index, writes a 1 to `found` for a hit, otherwise a 0 and a hit of zeros.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_cast_segment(Segment* segments, Shape* shapes, UIntPtr count, RayHit* hits, byte* found);

        /// <summary>When a moving shape `a` hits a moving shape `b`, if both move at the same time. The time is 0 if they overlap at the start.
        /// For each of `count` shapes `a` and the shape `b` with the same index, writes a 1 to `found` for a hit, otherwise a 0 and an impact of zeros.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_sweep(Moving* a, Moving* b, UIntPtr count, Impact* hits, byte* found);

        /// <summary>An observer at a point, without a filter and without a limit.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Observer collide_observer_at(float x, float y, float inner, float outer);

        /// <summary>An observer that follows an entity, without a filter and without a limit. It sees that entity too, unless its filter excludes it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Observer collide_observer_of(Handle entity, float inner, float outer);

        /// <summary>An interest without observers.
        /// Writes it to `interest`: free it with `collide_interest_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_interest_new(IntPtr* interest);

        /// <summary>Frees an interest. Null is ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void collide_interest_free(IntPtr interest);

        /// <summary>Adds observers, and gives their ids. Their views are empty until the next update, at which all visible entities enter.
        /// Adds `count` observers and writes their ids to `ids`.
        /// Errors: `Status.Invalid` with the index of an invalid observer. No observer is added then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_interest_insert(Interest interest, Observer* observers, UIntPtr count, ObserverId* ids);

        /// <summary>Replaces observers. They keep their ids and their visible entities.
        /// `count` is the number of ids and of observers.
        /// Errors: `Status.Stale` or `Status.Invalid` with the index of the first stale id or invalid observer. The observers before it are replaced then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_interest_set(Interest interest, ObserverId* ids, Observer* observers, UIntPtr count);

        /// <summary>Removes observers. Their visible entities are dropped, and not reported as left.
        /// `count` is the number of ids.
        /// Errors: `Status.Stale` with the index of the first stale id. The observers before it are removed then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_interest_remove(Interest interest, ObserverId* ids, UIntPtr count);

        /// <summary>Updates the views of all observers. Call it once per tick, after the step; it is fastest right after a step.
        /// `budget` may be null for no limits, and `report` too.
        /// A visible entity stays visible while its shape overlaps the outer circle. Another entity becomes visible when its shape overlaps the inner circle. Touching counts, whatever the world's touching rule.
        /// Errors: `Status.OverBudget` if the update exceeds the budget. The views are then those of the last successful update, and no entity entered or left.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_interest_update(Interest interest, World world, Budget* budget, InterestReport* report);

        /// <summary>The views of all observers at the last update.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_interest_views(Interest interest, Views* views);

        /// <summary>The ids of the observers that see an entity at the last update, in order of slots.
        /// Writes the ids into an array with room for `room` ids, and their number to `count`.
        /// Errors: `Status.TooSmall` if `room` is too small; `count` is then the required number.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_interest_observers_of(Interest interest, Handle entity, ObserverId* ids, UIntPtr room, UIntPtr* count);

        /// <summary>A batch. Of the settings, `static_pairs`, `sensor_pairs`, `change_ticks`, order, events and history have no effect.
        /// Writes it to `batch`: free it with `collide_batch_free`. `settings` may be null for the defaults.
        /// Errors: those of `collide_world_new`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_batch_new(Settings* settings, IntPtr* batch);

        /// <summary>Frees a batch. Null is ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void collide_batch_free(IntPtr batch);

        /// <summary>Finds all overlapping pairs of shapes as indices, each once, the smaller index first.
        /// `count` is the number of shapes. The pairs are valid until the next call. `budget` and `report` may be null. If `pairs` is null, the pairs are only counted.
        /// Errors: `Status.Invalid` with the index of an invalid shape; `Status.Full` if there are more than `INT32_MAX` shapes; `Status.OverBudget`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_batch_pairs(Batch batch, Shape* shapes, UIntPtr count, Budget* budget, IndexPairs* pairs, Report* report);

        /// <summary>Finds all overlapping pairs of one of the shapes `a` and one of the shapes `b`, as indices.
        /// `a_count` and `b_count` are the numbers of shapes. The pairs are valid until the next call. `budget` and `report` may be null. If `pairs` is null, the pairs are only counted.
        /// Errors: `Status.Invalid` with the index of an invalid shape; `Status.Full` if there are more than `INT32_MAX` shapes; `Status.OverBudget`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_batch_pairs_between(Batch batch, Shape* a, UIntPtr aCount, Shape* b, UIntPtr bCount, Budget* budget, IndexPairs* pairs, Report* report);

        /// <summary>Copies the message of `collide_last_error` to an array with room for `room` bytes, so that it can be kept. It always ends with a zero byte, before which it is cut off if the room is too small. Returns the length of the whole message without the zero byte. If `room` is 0, `text` may be null, and nothing is written.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr collide_copy_last_error(byte* text, UIntPtr room);

        /// <summary>Creates an empty buffer. Free it with `collide_buffer_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_buffer_new(IntPtr* buffer);

        /// <summary>Frees a buffer. Null is ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void collide_buffer_free(IntPtr buffer);

        /// <summary>The bytes of a buffer, followed by a zero byte, so that text can be used as a C string. Valid until the next call that takes the buffer without `const`. Null for a null buffer.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* collide_buffer_data(Bytes buffer);

        /// <summary>The number of bytes in a buffer, without the zero byte after them; 0 for a null buffer.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr collide_buffer_len(Bytes buffer);

        /// <summary>A snapshot of everything that decides future results: entities, handles, the tick and its pairs. The settings and the history are not part of it.
        /// Overwrites `bytes` with it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_save(World world, Bytes bytes);

        /// <summary>Replaces a world by a snapshot (rollback, migration, persistence). The world keeps its own settings. Until the next step it has no events and no report, and its history is empty.
        /// `count` is the number of bytes.
        /// Errors: `Status.Damaged` if the bytes are not a snapshot of a world; the world is then unchanged. The bytes may come from an untrusted source.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_restore(World world, byte* bytes, UIntPtr count);

        /// <summary>An independent copy that evolves identically: after the same calls both worlds have the same pairs, events, answers, handles and fingerprints. The copy is not recorded, even if the world is.
        /// Writes the copy to `fork`: free it with `collide_world_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_fork(World world, IntPtr* fork);

        /// <summary>Overwrites `other` with an independent copy of the world, settings included, which evolves identically. Reuses the memory of `other`, and does not allocate once that has grown.
        /// Errors: `Status.Invalid` if both are the same object.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_fork_into(World world, World other);

        /// <summary>Starts a recording with a snapshot of the world. Recorded are all changes, all calls that ask or move with the fingerprints of their answers, and the result of each step. Changes after the last step are not recorded.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_start_recording(World world);

        /// <summary>Stops the recording. Ticks that were not taken with `collide_world_take_recorded` are lost.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_stop_recording(World world);

        /// <summary>Whether the world is recorded.
        /// 1 if it is; 0 if not, or for a null world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern byte collide_world_is_recording(World world);

        /// <summary>The ticks that were recorded since the last call. Append them to a file. Until this call they are kept in memory.
        /// Overwrites `bytes` with them.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_take_recorded(World world, Bytes bytes);

        /// <summary>A trace from a copy of bytes, before its first tick.
        /// Writes a trace of `count` bytes to `trace`: free it with `collide_trace_free`. The first `collide_trace_next` reads the first tick.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_trace_new(byte* bytes, UIntPtr count, IntPtr* trace);

        /// <summary>Frees a trace. Null is ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern void collide_trace_free(IntPtr trace);

        /// <summary>Reads the next tick, and writes its description to `tick`, which may be null.
        /// Returns `Status.End` after the last tick. Errors: `Status.Damaged` if the bytes are not a trace or are cut off, after the last complete tick.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_trace_next(Trace trace, TraceTick* tick);

        /// <summary>Replays the tick that was read last: makes the same changes and queries, steps, and compares all answers with the recorded ones. At the start of a trace the world becomes the recorded one.
        /// `replayed` may be null.
        /// Errors: `Status.Diverged` at the first answer that differs, with the tick and the answer; the world is then in the middle of that tick.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_replay(World world, Trace trace, Replayed* replayed);

        /// <summary>Applies the changes of the tick that was read last, without its queries and without a step: to show a recording without verifying it.
        /// Errors: `Status.Diverged` if the changes do not fit the world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status collide_world_follow(World world, Trace trace);
    }
}
