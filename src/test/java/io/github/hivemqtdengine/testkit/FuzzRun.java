// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tries hostile inputs of one kind. Each must be accepted or refused as the code under test documents it, and allocate no more
 * than its bytes are worth.
 *
 * <p>{@code -Dfuzz.inputs=10000000} is the number of inputs of all kinds together; {@link HostileKind} has the shares. The fast
 * build tries the same few in each run; with the option the seeds are new. The message of a failure has the {@code -Dfuzz.seed}
 * that makes its input the first one.
 */
public final class FuzzRun {

    private static final long INPUTS_OF_FAST_BUILD = 40_000;
    private static final @Nullable Long WANTED = Long.getLong("fuzz.inputs");
    private static final long SEED = Long.getLong(
            "fuzz.seed", WANTED == null ? 1 : ThreadLocalRandom.current().nextLong(1_000_000_000_000L));

    /** With fewer inputs it is chance whether some are accepted and some refused. */
    private static final int ENOUGH_FOR_BOTH = 200;

    /** No input takes a second; one that takes a minute hangs. */
    private static final long HANGING_SECONDS = 60;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final HostileKind kind;
    private final int tests;
    private final long fixed;
    private final long perByte;

    private volatile long current = -1;
    private long accepted;
    private long refused;
    private double maxPerByte;
    private long maxAllocated;
    private long slowestSeed;
    private double slowest;

    /**
     * @param tests the number of tests that share the inputs of the kind
     * @param fixed the number of bytes that any input may allocate
     * @param perByte the number of bytes that each byte of an input may allocate on top
     */
    public FuzzRun(HostileKind kind, int tests, long fixed, long perByte) {
        this.kind = kind;
        this.tests = tests;
        this.fixed = fixed;
        this.perByte = perByte;
    }

    /** Tries the inputs that random numbers make; some must be accepted, and some must not. */
    public void tryAll(Function<SplittableRandom, HostileInput> inputs) {
        int count = kind.count(WANTED == null ? INPUTS_OF_FAST_BUILD : WANTED, tests);
        var task = new FutureTask<@Nullable Void>(() -> {
            for (long i = 0; i < count; i++) {
                current = i;
                tryOne(SEED + i, inputs.apply(new SplittableRandom(SEED + i)));
            }
            return null;
        });
        var thread = new Thread(task, "fuzz " + kind);
        thread.setDaemon(true);
        thread.start();
        awaitEnd(task, thread);
        if (WANTED != null) {
            System.out.printf(
                    "%-20s %,11d inputs from -Dfuzz.seed=%d: %,d accepted, %,d refused; at most %,d bytes allocated,"
                            + " %.0f for each byte beyond the fixed ones; slowest per byte: -Dfuzz.seed=%d, %.0f ns%n",
                    kind, count, SEED, accepted, refused, maxAllocated, maxPerByte, slowestSeed, slowest);
        }
        if (count >= ENOUGH_FOR_BOTH) {
            assertThat(accepted).as("accepted").isPositive();
            assertThat(refused).as("refused").isPositive();
        }
    }

    private void awaitEnd(FutureTask<@Nullable Void> task, Thread thread) {
        for (long before = -2; ; before = current) {
            try {
                task.get(HANGING_SECONDS, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                if (current == before) {
                    var hanging = new AssertionError(options(SEED + before) + ": hangs");
                    hanging.setStackTrace(thread.getStackTrace());
                    throw hanging;
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof AssertionError error ? error : new AssertionError(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }

    private void tryOne(long seed, HostileInput input) {
        long begin = System.nanoTime();
        long allocated = allocated(seed, input, true);
        double nanosPerByte = (System.nanoTime() - begin) / (double) (input.bytes() + 1_000);
        if (nanosPerByte > slowest) {
            slowest = nanosPerByte;
            slowestSeed = seed;
        }
        long limit = fixed + perByte * input.bytes();
        if (allocated > limit) {
            allocated = allocated(seed, input, false); // the first time may have loaded classes
        }
        assertThat(allocated)
                .as(() -> "bytes allocated with " + options(seed) + " for " + input.bytes() + " bytes: " + input)
                .isLessThanOrEqualTo(limit);
        maxAllocated = Math.max(maxAllocated, allocated);
        maxPerByte = Math.max(maxPerByte, (allocated - fixed) / (double) Math.max(1, input.bytes()));
    }

    private long allocated(long seed, HostileInput input, boolean counts) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        boolean isAccepted;
        try {
            isAccepted = input.trial().isAccepted();
        } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError("With " + options(seed) + ": " + e + " for " + input, shortened(e));
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (counts && isAccepted) {
            accepted++;
        } else if (counts) {
            refused++;
        }
        return allocated;
    }

    /** A stack that has overflowed has a thousand lines of the same. */
    private static Throwable shortened(Throwable failure) {
        var stack = failure.getStackTrace();
        failure.setStackTrace(Arrays.copyOf(stack, Math.min(stack.length, 40)));
        return failure;
    }

    private static String options(long seed) {
        return "-Dfuzz.inputs=1 -Dfuzz.seed=" + seed;
    }
}
