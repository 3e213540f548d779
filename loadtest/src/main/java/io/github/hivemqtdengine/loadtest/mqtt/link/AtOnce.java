// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import io.reactivex.Scheduler;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import java.util.concurrent.TimeUnit;

/** Scheduler that runs tasks in the calling thread, so that messages stay on the thread of their connection. */
final class AtOnce extends Scheduler {

    static final Scheduler SCHEDULER = new AtOnce();

    private AtOnce() {}

    @Override
    public Worker createWorker() {
        return new AtOnceWorker();
    }

    private static final class AtOnceWorker extends Worker {

        private volatile boolean disposed;

        @Override
        public Disposable schedule(Runnable task) {
            if (!disposed) {
                task.run();
            }
            return Disposables.disposed();
        }

        @Override
        public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
            if (delay > 0) {
                throw new UnsupportedOperationException("Nothing waits here");
            }
            return schedule(task);
        }

        @Override
        public void dispose() {
            disposed = true;
        }

        @Override
        public boolean isDisposed() {
            return disposed;
        }
    }
}
