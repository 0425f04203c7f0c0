// The parts of values, and their constructors.
using System;
using static Collide.Call;

namespace Collide
{
    public unsafe partial struct Shape
    {
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
        /// <summary>The first contact point.</summary>
        public (float X, float Y) Point { get { return (X(0), Y(0)); } }
        /// <summary>The x coordinate of a contact point.</summary>
        public float X(int point) { fixed (float* all = points) { return new Span<float>(all, 4)[2 * point]; } }
        /// <summary>The y coordinate of a contact point.</summary>
        public float Y(int point) { fixed (float* all = points) { return new Span<float>(all, 4)[2 * point + 1]; } }
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

    public unsafe partial struct Sector
    {
        /// <summary>A sector with an opening around a direction, and with an inner radius.</summary>
        public Sector(float x, float y, float directionX, float directionY, float opening, float outer, float inner)
            : this(x, y, directionX, directionY, opening, outer)
        {
            Inner = inner;
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
}
