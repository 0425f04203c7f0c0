// Shapes, what is asked about two of them, and values with defaults.
using System;
using static Collide.Call;

namespace Collide
{
    public unsafe partial struct Shape
    {
        /// <summary>A circle.</summary>
        public static Shape Circle(float x, float y, float radius) { return Native.collide_circle(x, y, radius); }

        /// <summary>An axis-aligned rectangle between two corners.</summary>
        public static Shape Rect(float minX, float minY, float maxX, float maxY)
        {
            return Native.collide_rect(minX, minY, maxX, maxY);
        }

        /// <summary>A rectangle around a center, rotated by an angle in radians.</summary>
        public static Shape OrientedRect(float x, float y, float halfWidth, float halfHeight, float radians)
        {
            return Native.collide_oriented_rect(x, y, halfWidth, halfHeight, radians);
        }

        /// <summary>A rectangle around a center, rotated by degrees: multiples of 90 are exact.</summary>
        public static Shape OrientedRectDegrees(float x, float y, float halfWidth, float halfHeight, float degrees)
        {
            return Native.collide_oriented_rect_degrees(x, y, halfWidth, halfHeight, degrees);
        }

        /// <summary>All points at most `radius` from a segment. Its position is 0, 0: see <see cref="At"/>.</summary>
        public static Shape Capsule(float aX, float aY, float bX, float bY, float radius)
        {
            return Native.collide_capsule(aX, aY, bX, bY, radius);
        }

        /// <summary>
        /// The convex hull of points, x and y of each, with at most eight corners, grown by a radius. Its position is
        /// 0, 0: see <see cref="At"/>.
        /// </summary>
        public static Shape Polygon(ReadOnlySpan<float> points, float radius = 0)
        {
            Shape shape;
            fixed (float* first = &Ref(points))
            {
                Check(Native.collide_polygon(first, Size(points.Length / 2), radius, &shape));
            }
            return shape;
        }

        /// <summary>A regular polygon with 3 to 8 corners around its position, which is 0, 0.</summary>
        public static Shape RegularPolygon(int corners, float circumradius)
        {
            Shape shape;
            Check(Native.collide_regular_polygon(Size(corners), circumradius, &shape));
            return shape;
        }

        /// <summary>The shape of a kind with these numbers, whose meaning is documented at the kind.</summary>
        public static Shape Of(ShapeKind kind, ReadOnlySpan<float> numbers)
        {
            var shape = new Shape { Kind = kind };
            numbers.CopyTo(new Span<float>(shape.numbers, Native.Numbers));
            return shape;
        }

        /// <summary>A number of the shape, whose meaning is documented at the kind.</summary>
        public float this[int index]
        {
            get
            {
                fixed (float* all = numbers)
                {
                    return new Span<float>(all, Native.Numbers)[index];
                }
            }
        }

        /// <summary>This capsule or polygon at another position.</summary>
        public Shape At(float x, float y)
        {
            var shape = this;
            var position = stackalloc float[2];
            position[0] = x;
            position[1] = y;
            Check(Native.collide_shapes_at(&shape, position, Size(1), &shape));
            return shape;
        }

        /// <summary>This capsule or polygon, rotated about its position. Turn the unturned shape by the whole angle.</summary>
        public Shape Turned(float radians)
        {
            var shape = this;
            Check(Native.collide_shapes_turned(&shape, &radians, Size(1), &shape));
            return shape;
        }

        /// <summary>As <see cref="Turned"/>, by degrees: multiples of 90 are exact.</summary>
        public Shape TurnedDegrees(float degrees)
        {
            var shape = this;
            Check(Native.collide_shapes_turned_degrees(&shape, &degrees, Size(1), &shape));
            return shape;
        }

        /// <summary>Whether two shapes overlap, without a world.</summary>
        public bool Overlaps(Shape other, Touching touching = Touching.Closed)
        {
            byte result;
            var shape = this;
            Check(Native.collide_overlaps(&shape, &other, Size(1), touching, &result));
            return result != 0;
        }

        /// <summary>Whether this shape contains another.</summary>
        public bool Contains(Shape other)
        {
            byte result;
            var shape = this;
            Check(Native.collide_contains(&shape, &other, Size(1), &result));
            return result != 0;
        }

        /// <summary>The distance; 0 if the shapes overlap or touch.</summary>
        public float Distance(Shape other)
        {
            float result;
            var shape = this;
            Check(Native.collide_distance(&shape, &other, Size(1), &result));
            return result;
        }

        /// <summary>The closest points; none if the shapes overlap or touch.</summary>
        public ClosestPoints? ClosestPoints(Shape other)
        {
            ClosestPoints result;
            var shape = this;
            Check(Native.collide_closest_points(&shape, &other, Size(1), &result));
            return result.Distance > 0 ? result : (ClosestPoints?)null;
        }

        /// <summary>The contact; none if the shapes neither overlap nor touch.</summary>
        public Contact? Contact(Shape other)
        {
            Contact result;
            var shape = this;
            Check(Native.collide_contact(&shape, &other, Size(1), &result));
            return result.PointCount != 0 ? result : (Contact?)null;
        }

        /// <summary>Where a ray overlaps this shape, if it does.</summary>
        public RayHit? Cast(Ray ray)
        {
            RayHit hit;
            byte found;
            var shape = this;
            Check(Native.collide_cast_ray(&ray, &shape, Size(1), &hit, &found));
            return found != 0 ? hit : (RayHit?)null;
        }

        /// <summary>Where a segment overlaps this shape, if it does.</summary>
        public RayHit? Cast(Segment segment)
        {
            RayHit hit;
            byte found;
            var shape = this;
            Check(Native.collide_cast_segment(&segment, &shape, Size(1), &hit, &found));
            return found != 0 ? hit : (RayHit?)null;
        }
    }

    public unsafe partial struct Moving
    {
        public Moving(Shape shape, float motionX, float motionY)
        {
            Shape = shape;
            MotionX = motionX;
            MotionY = motionY;
        }

        /// <summary>When this shape hits another, if both move at the same time.</summary>
        public Impact? Sweep(Moving other)
        {
            Impact hit;
            byte found;
            var moving = this;
            Check(Native.collide_sweep(&moving, &other, Size(1), &hit, &found));
            return found != 0 ? hit : (Impact?)null;
        }
    }

    public unsafe partial struct Contact
    {
        /// <summary>The x coordinate of a contact point.</summary>
        public float X(int point) { fixed (float* all = points) { return new Span<float>(all, 4)[2 * point]; } }
        /// <summary>The y coordinate of a contact point.</summary>
        public float Y(int point) { fixed (float* all = points) { return new Span<float>(all, 4)[2 * point + 1]; } }
    }

    public unsafe partial struct Impact
    {
        /// <summary>The x coordinate of a contact point.</summary>
        public float X(int point) { fixed (float* all = points) { return new Span<float>(all, 4)[2 * point]; } }
        /// <summary>The y coordinate of a contact point.</summary>
        public float Y(int point) { fixed (float* all = points) { return new Span<float>(all, 4)[2 * point + 1]; } }
    }

    public partial struct Entity
    {
        /// <summary>A dynamic entity with data zero and the default layers: it collides with all others.</summary>
        public Entity(Shape shape) { this = Native.collide_entity(shape); }
    }

    public partial struct Settings
    {
        /// <summary>The default settings.</summary>
        public static Settings Default { get { return Native.collide_settings_default(); } }
    }

    public partial struct Layers
    {
        public Layers(ulong category, ulong mask, long group = 0)
        {
            Category = category;
            Mask = mask;
            Group = group;
        }
    }

    public partial struct Ray
    {
        public Ray(float x, float y, float directionX, float directionY, float maxT)
        {
            X = x;
            Y = y;
            DirectionX = directionX;
            DirectionY = directionY;
            MaxT = maxT;
        }
    }

    public partial struct Segment
    {
        public Segment(float fromX, float fromY, float toX, float toY)
        {
            FromX = fromX;
            FromY = fromY;
            ToX = toX;
            ToY = toY;
        }
    }

    public unsafe partial struct Sector
    {
        /// <summary>A sector with an opening in degrees around a direction, whose length does not matter.</summary>
        public Sector(float x, float y, float directionX, float directionY, float opening, float outer, float inner = 0)
        {
            Sector sector;
            Check(Native.collide_sector(x, y, directionX, directionY, opening, outer, &sector));
            sector.Inner = inner;
            this = sector;
        }
    }

    public partial struct Filter
    {
        /// <summary>All entities but one, such as the shooter.</summary>
        public static Filter Excluding(Handle entity) { return new Filter { Flags = FilterFlags.Except, Except = entity }; }

        /// <summary>Only entities that an entity with these layers would collide with.</summary>
        public static Filter For(Layers layers) { return new Filter { Flags = FilterFlags.OnLayers, Layers = layers }; }
    }

    public unsafe partial struct Ask
    {
        /// <summary>A query of the past: at a tick, or at a time between two ticks, such as 12.5.</summary>
        public static Ask At(double tick) { return new Ask { Past = true, Tick = tick }; }

        internal void Use(Filter* filters, int filterCount, int count)
        {
            if (filterCount != 0)
            {
                Same(count, filterCount);
                this.filters = filters;
            }
        }
    }

    public partial struct Observer
    {
        /// <summary>An observer at a point.</summary>
        public static Observer At(float x, float y, float inner, float outer)
        {
            return Native.collide_observer_at(x, y, inner, outer);
        }

        /// <summary>An observer that follows an entity.</summary>
        public static Observer Of(Handle entity, float inner, float outer)
        {
            return Native.collide_observer_of(entity, inner, outer);
        }
    }
}
