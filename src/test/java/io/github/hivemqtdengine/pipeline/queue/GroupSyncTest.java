// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.LiveObjects;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupSyncTest {

    private final SlowDisk disk = new SlowDisk();
    private final GroupSync sync = new GroupSync("sync", disk.log());

    @AfterEach
    void close() {
        disk.mayGoOn.release(1_000);
        sync.close();
    }

    @Test
    void shouldShareARoundAmongAllWhoCameMeanwhile() {
        var first = add(1);
        await().until(() -> disk.rounds.get() == 1);
        var others = LongStream.rangeClosed(2, 100).mapToObj(this::add).toList();
        disk.mayGoOn.release(2);

        await().untilAsserted(() -> assertThat(others).allMatch(PendingAck::hasArrived));
        assertThat(first.hasArrived()).isTrue();
        assertThat(disk.rounds).hasValue(2);
    }

    /** The failed sync may or may not have covered the message of the later round. */
    @Test
    void shouldRefuseWhatAFailureMayHaveCovered() {
        disk.isFailing = true;
        var failed = add(1);
        await().until(() -> disk.rounds.get() == 1);
        var doubtful = add(2);
        disk.mayGoOn.release(1);
        await().until(failed::isRefused);
        disk.isFailing = false;
        disk.mayGoOn.release(1);

        await().until(doubtful::isRefused);
        disk.mayGoOn.release(1);
        var later = add(3);
        await().until(later::hasArrived);
    }

    @Test
    void shouldEndWithWhatWasAddedBefore() {
        disk.mayGoOn.release(10);
        var before = add(1);

        sync.close();

        await().until(before::hasArrived); // on a busy machine the disk may take longer than a stop waits
        assertThat(add(2).isRefused()).isTrue();
    }

    /** An acknowledgement waits up to a limit, and its client sends other messages then. */
    @Test
    void shouldForgetPendingAcksWithoutAWaiterWhileTheDiskHangs() {
        var first = add(1);
        await().until(() -> disk.rounds.get() == 1);
        for (int number = 2; number <= 100_000; number++) {
            add(number);
        }
        assertThat(LiveObjects.count(PendingAck.class)).isLessThan(10_000);
        var last =
                await("abandoned acknowledgements").until(() -> add(disk.last + 1), added -> sync.waiting() < 10_000);

        disk.mayGoOn.release(2);
        await().untilAsserted(() -> assertThat(List.of(first, last)).allMatch(PendingAck::hasArrived));
    }

    private PendingAck add(long number) {
        var pendingAck = new PendingAck(PendingAck.Stage.ON_DISK);
        disk.last = number;
        sync.add(number, pendingAck);
        return pendingAck;
    }

    /** A log whose disk waits for the test, and fails as long as the test wants it. */
    private static final class SlowDisk implements InvocationHandler {

        final Semaphore mayGoOn = new Semaphore(0);
        final AtomicInteger rounds = new AtomicInteger();
        volatile boolean isFailing;
        volatile long last;

        MessageLog log() {
            return (MessageLog)
                    Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {MessageLog.class}, this);
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) {
            if (method.getName().equals("lastNumber")) {
                return last;
            }
            assertThat(method.getName()).isEqualTo("sync");
            boolean fails = isFailing;
            rounds.incrementAndGet();
            mayGoOn.acquireUninterruptibly();
            if (fails) {
                throw new UncheckedIOException(new IOException("the disk is broken"));
            }
            return null;
        }
    }
}
