// What the world has beside its calls: its settings, circles in place, and entities one by one.
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

    public sealed unsafe partial class World
    {
        World(IntPtr made) { SetHandle(made); }

        /// <summary>The settings.</summary>
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

        /// <summary>Inserts a dynamic entity with the default layers.</summary>
        public Handle Insert(Shape shape) { return Insert(new Entity(shape)); }

        public bool Contains(Handle handle)
        {
            Entity entity;
            return TryGet(handle, out entity);
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
    }
}
