// Area of interest: observers, and the entities that enter and leave their views.
using System;
using static Collide.Call;

namespace Collide
{
    // After an update, the observers are numbered from 0 to Count - 1, in order of slots.
    public sealed unsafe partial class Interest
    {
        Column<ObserverId> ids;
        Column<byte> lost;
        Starts visibleStarts, enteredStarts, leftStarts;
        Column<Handle> visible, entered, left;

        /// <summary>Updates with more than `maxWork` units of work are rejected.</summary>
        public Interest(ulong maxWork = ulong.MaxValue)
        {
            IntPtr made;
            Check(Native.collide_interest_new(maxWork, &made));
            SetHandle(made);
        }

        public void SetMaxWork(ulong maxWork) { Check(Native.collide_interest_set_max_work(this, maxWork)); }

        /// <summary>Limits the entities of a crowd that observers see.</summary>
        public void SetCrowd(uint max, ulong first = 0) { Check(Native.collide_interest_set_crowd(this, max, first)); }

        /// <summary>Adds an observer. All visible entities enter its view at the next update.</summary>
        public ObserverId Insert(Observer observer)
        {
            ObserverId id;
            Check(Native.collide_interest_insert(this, &observer, Size(1), &id));
            return id;
        }

        /// <summary>Replaces an observer, which keeps its id and its visible entities.</summary>
        public void Set(ObserverId id, Observer observer)
        {
            Check(Native.collide_interest_set(this, &id, &observer, Size(1)));
        }

        public void Remove(ObserverId id) { Check(Native.collide_interest_remove(this, &id, Size(1))); }

        /// <summary>Updates the views of all observers. Call it once per tick, after the step.</summary>
        public InterestReport Update(World world)
        {
            InterestReport report;
            var status = Native.collide_interest_update(this, world, &report);
            Read();
            Check(status);
            return report;
        }

        /// <summary>The number of observers at the last update.</summary>
        public int Count { get; private set; }
        /// <summary>The ids of the observers.</summary>
        public ReadOnlySpan<ObserverId> Ids { get { return ids.All; } }
        /// <summary>Whether an observer follows a removed entity. It then sees nothing.</summary>
        public bool IsLost(int index) { return lost.All[index] != 0; }
        /// <summary>The visible entities of an observer.</summary>
        public ReadOnlySpan<Handle> Visible(int index) { return visible.Of(visibleStarts, index); }
        /// <summary>The entities that became visible with the last update.</summary>
        public ReadOnlySpan<Handle> Entered(int index) { return entered.Of(enteredStarts, index); }
        /// <summary>The entities that are no longer visible. The handles of removed entities are stale.</summary>
        public ReadOnlySpan<Handle> Left(int index) { return left.Of(leftStarts, index); }

        /// <summary>The observers that see an entity.</summary>
        public ObserverId[] ObserversOf(Handle entity)
        {
            UIntPtr count;
            var status = Native.collide_interest_observers_of(this, entity, null, Size(0), &count);
            var observers = new ObserverId[(int)count];
            fixed (ObserverId* items = observers)
            {
                Check(observers.Length == 0
                    ? status
                    : Native.collide_interest_observers_of(this, entity, items, count, &count));
            }
            return observers;
        }

        void Read()
        {
            Views views;
            Check(Native.collide_interest_views(this, &views));
            Count = (int)views.Count;
            ids.Copy(views.ids, Count);
            lost.Copy(views.lost, Count);
            visibleStarts.Copy(views.visibleStarts, Count);
            enteredStarts.Copy(views.enteredStarts, Count);
            leftStarts.Copy(views.leftStarts, Count);
            visible.Copy(views.visible, visibleStarts.Total);
            entered.Copy(views.entered, enteredStarts.Total);
            left.Copy(views.left, leftStarts.Total);
        }
    }
}
