// Recordings.
using System;
using static Collide.Call;

namespace Collide
{
    public sealed unsafe partial class Trace
    {
        /// <summary>Reads the next tick; false after the last.</summary>
        public bool Next(out TraceTick tick)
        {
            TraceTick next;
            var status = Native.collide_trace_next(this, &next);
            tick = status == Status.Ok ? next : default(TraceTick);
            if (status != Status.End)
            {
                Check(status);
            }
            return status == Status.Ok;
        }
    }
}
