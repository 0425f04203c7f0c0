// Handles, errors, and what all objects have in common.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Collide
{
    /// <summary>
    /// An entity of one world, valid until the entity is removed. The default value is the handle of the first entity:
    /// for no entity use `Handle?`.
    /// </summary>
    public struct Handle : IEquatable<Handle>
    {
        /// <summary>The generation in the upper 32 bits, the slot in the lower.</summary>
        public readonly ulong Bits;

        public Handle(ulong bits) { Bits = bits; }

        /// <summary>A small number that is reused, to index arrays with.</summary>
        public int Slot { get { return (int)(uint)Bits; } }
        /// <summary>How often the slot was free before.</summary>
        public uint Generation { get { return (uint)(Bits >> 32); } }

        public bool Equals(Handle other) { return Bits == other.Bits; }
        public override bool Equals(object other) { return other is Handle && Equals((Handle)other); }
        public override int GetHashCode() { return Bits.GetHashCode(); }
        public override string ToString() { return Slot + "v" + Generation; }
        public static bool operator ==(Handle a, Handle b) { return a.Bits == b.Bits; }
        public static bool operator !=(Handle a, Handle b) { return a.Bits != b.Bits; }
    }

    /// <summary>An observer of one <see cref="Interest"/>, valid until it is removed.</summary>
    public struct ObserverId : IEquatable<ObserverId>
    {
        /// <summary>The generation in the upper 32 bits, the slot in the lower.</summary>
        public readonly ulong Bits;

        public ObserverId(ulong bits) { Bits = bits; }

        /// <summary>A small number that is reused.</summary>
        public int Slot { get { return (int)(uint)Bits; } }

        public bool Equals(ObserverId other) { return Bits == other.Bits; }
        public override bool Equals(object other) { return other is ObserverId && Equals((ObserverId)other); }
        public override int GetHashCode() { return Bits.GetHashCode(); }
        public override string ToString() { return Slot + "v" + (uint)(Bits >> 32); }
        public static bool operator ==(ObserverId a, ObserverId b) { return a.Bits == b.Bits; }
        public static bool operator !=(ObserverId a, ObserverId b) { return a.Bits != b.Bits; }
    }

    /// <summary>A call was rejected. The message names the parameter, its index and its value.</summary>
    public sealed class CollideException : Exception
    {
        /// <summary>The reason.</summary>
        public readonly Status Status;

        internal CollideException(Status status, string message) : base(message) { Status = status; }
    }

    /// <summary>
    /// An object of the library. Dispose it, or leave it to the garbage collector, which does not see how much memory the
    /// object has.
    /// </summary>
    public abstract class NativeObject : SafeHandle
    {
        internal NativeObject() : base(IntPtr.Zero, true) { Call.CheckVersion(); }

        public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
    }

    /// <summary>An object that keeps a copy of the results of a call.</summary>
    interface IResults
    {
        void Read();
    }

    /// <summary>Helps to call the library.</summary>
    static unsafe class Call
    {
        static bool fits;

        /// <summary>Fails if the library and these sources do not belong together.</summary>
        internal static void CheckVersion()
        {
            if (!fits && Native.collide_abi_version() != Native.AbiVersion)
            {
                var version = Native.collide_abi_version();
                throw new NotSupportedException("libcollide has ABI " + version + ", not " + Native.AbiVersion);
            }
            fits = true;
        }

        internal static void Check(Status status)
        {
            if (status != Status.Ok)
            {
                throw new CollideException(status, LastError());
            }
        }

        /// <summary>Copies the results of a call, which are empty if it failed, and checks its status.</summary>
        internal static void Check(Status status, IResults results)
        {
            results.Read();
            Check(status);
        }

        static string LastError()
        {
            var text = new byte[(int)Native.collide_copy_last_error(null, Size(0)) + 1];
            fixed (byte* bytes = text)
            {
                Native.collide_copy_last_error(bytes, Size(text.Length));
            }
            return Encoding.UTF8.GetString(text, 0, text.Length - 1);
        }

        /// <summary>A length for the library.</summary>
        internal static UIntPtr Size(int length) { return (UIntPtr)(uint)length; }

        /// <summary>For `fixed`: the first item, or a null reference.</summary>
        internal static ref T Ref<T>(ReadOnlySpan<T> items) { return ref MemoryMarshal.GetReference(items); }

        internal static void Same(int count, int other)
        {
            if (count != other)
            {
                throw new ArgumentException("arrays: must have the same length, have " + count + " and " + other);
            }
        }

        /// <summary>The answers that exist.</summary>
        internal static T?[] Found<T>(T[] answers, bool[] found) where T : struct
        {
            var all = new T?[answers.Length];
            for (var index = 0; index < all.Length; index++)
            {
                all[index] = found[index] ? answers[index] : (T?)null;
            }
            return all;
        }

        /// <summary>A copy of a list that an object of the library keeps.</summary>
        internal static T[] Kept<T>(void* items, UIntPtr count, NativeObject keeper)
        {
            var copy = new ReadOnlySpan<T>(items, checked((int)count)).ToArray();
            GC.KeepAlive(keeper);
            return copy;
        }

        /// <summary>Makes room for `count` items.</summary>
        internal static T[] Room<T>(ref T[] memory, long count)
        {
            if (memory == null || memory.Length < count)
            {
                memory = new T[Math.Max(count, memory == null ? 0 : Math.Min(2L * memory.Length, int.MaxValue / 2))];
            }
            return memory;
        }
    }

    /// <summary>A list of the library, copied: the memory of the library is only valid until the next call.</summary>
    unsafe struct Column<T>
    {
        T[] items;
        int count;

        internal ReadOnlySpan<T> All { get { return new ReadOnlySpan<T>(items, 0, count); } }

        /// <summary>Copies items; none if there is no list.</summary>
        internal void Copy(void* from, long length)
        {
            count = from == null ? 0 : checked((int)length);
            new ReadOnlySpan<T>(from, count).CopyTo(Call.Room(ref items, count));
        }

        /// <summary>The part of the list that belongs to an index.</summary>
        internal ReadOnlySpan<T> Of(Starts starts, int index)
        {
            return All.Slice(starts.From(index), starts.Length(index));
        }
    }

    /// <summary>Where the parts of a list start.</summary>
    unsafe struct Starts
    {
        int[] starts;

        internal int Count { get; private set; }

        internal void Copy(UIntPtr* from, long count)
        {
            Count = from == null ? 0 : checked((int)count);
            Call.Room(ref starts, Count + 1L)[0] = 0;
            for (var index = 0; index < Count; index++)
            {
                starts[index + 1] = checked((int)from[index + 1]);
            }
        }

        internal int Total { get { return starts[Count]; } }

        internal int From(int index)
        {
            if ((uint)index >= (uint)Count)
            {
                throw new ArgumentOutOfRangeException("index", index, "must be below " + Count);
            }
            return starts[index];
        }

        internal int Length(int index)
        {
            var from = From(index);
            return starts[index + 1] - from;
        }
    }

    public sealed unsafe partial class Bytes
    {
        public Bytes()
        {
            IntPtr made;
            Call.Check(Native.collide_buffer_new(&made));
            SetHandle(made);
        }

        /// <summary>A copy of the bytes.</summary>
        public byte[] ToArray()
        {
            var bytes = new byte[(int)Native.collide_buffer_len(this)];
            new ReadOnlySpan<byte>(Native.collide_buffer_data(this), bytes.Length).CopyTo(bytes);
            return bytes;
        }

        /// <summary>The bytes as text.</summary>
        public override string ToString() { return Encoding.UTF8.GetString(ToArray()); }
    }
}
