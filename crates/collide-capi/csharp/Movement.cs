// The callback of movement.
using System;
using System.Runtime.InteropServices;

namespace Collide
{
    /// <summary>
    /// Whether a moving shape passes through an entity, such as a one-way platform. The normal is the unit vector to the
    /// entity at the point where it would block. It may be called from several threads at the same time.
    /// </summary>
    public delegate bool Pass(Handle entity, float normalX, float normalY);

    /// <summary>A callback during a call.</summary>
    sealed class Passing
    {
        readonly Pass pass;
        readonly NativePass call;
        volatile Exception thrown;

        internal Passing(Pass pass)
        {
            this.pass = pass;
            call = Ask;
        }

        internal IntPtr Pointer
        {
            get { return pass == null ? IntPtr.Zero : Marshal.GetFunctionPointerForDelegate(call); }
        }

        byte Ask(IntPtr user, Handle entity, float normalX, float normalY)
        {
            // No exception may leave the call.
            try { return pass(entity, normalX, normalY) ? (byte)1 : (byte)0; }
            catch (Exception error) { thrown = error; return 0; }
        }

        /// <summary>The callback lives until here.</summary>
        internal void End()
        {
            GC.KeepAlive(call);
            World.Rethrow(thrown);
        }
    }
}
