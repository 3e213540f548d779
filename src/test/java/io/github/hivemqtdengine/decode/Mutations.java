package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * Gives a decoder payloads that were good and then changed: flipped, cut, doubled, stretched, with numbers that claim too
 * much. Whatever it gets, it gives records or a coded error, and takes no more memory than the payload is worth.
 */
final class Mutations {

    /** How many payloads a test tries. */
    static final int TRIES = Integer.getInteger("fuzz.payloads", 4_000);

    private static final long MOST_ALLOCATED = 16 << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final byte[] CLAIMS = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFF, (byte) 0xFE, '"', '[', '{'};

    private final Random random;
    private final List<byte[]> seeds;

    /** @param seeds good payloads, none larger than some KiB */
    Mutations(long seed, List<byte[]> seeds) {
        this.random = new Random(seed);
        this.seeds = seeds;
    }

    /** Tries a decoder; some of the payloads must still be good, and some must not. */
    void tryOn(Decoder decoder) {
        int good = 0;
        int bad = 0;
        for (int i = 0; i < TRIES; i++) {
            var payload = next();
            isRead(decoder, payload, (record, failure) -> {});
            if (isRead(decoder, payload, BrokenRecords.REFUSED)) {
                good++;
            } else {
                bad++;
            }
        }
        assertThat(good).isPositive();
        assertThat(bad).isPositive();
    }

    /** @return whether the payload is one of the format */
    private static boolean isRead(Decoder decoder, byte[] payload, BrokenRecords broken) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        boolean isGood = false;
        try {
            for (var record : decoder.decode(Payload.of(payload), broken)) {
                for (var value : record) {
                    isGood |= !String.valueOf(value).isEmpty(); // structures make their text now
                }
            }
        } catch (DecodeException e) {
            assertThat(e.fault()).isNotNull();
            assertThat(e.position()).isBetween(-1L, (long) payload.length);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            fail("on " + HexFormat.of().formatHex(payload), e);
        }
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                .as(() -> "allocated by " + HexFormat.of().formatHex(payload))
                .isLessThan(MOST_ALLOCATED);
        return isGood;
    }

    /** Another payload. */
    byte[] next() {
        var payload = seeds.get(random.nextInt(seeds.size())).clone();
        for (int left = random.nextInt(4); left >= 0 && payload.length > 0; left--) {
            payload = mutated(payload);
        }
        return payload;
    }

    private byte[] mutated(byte[] payload) {
        int at = random.nextInt(payload.length);
        return switch (random.nextInt(6)) {
            case 0 -> with(payload, at, (byte) (payload[at] ^ 1 << random.nextInt(Byte.SIZE)));
            case 1 -> with(payload, at, CLAIMS[random.nextInt(CLAIMS.length)]);
            case 2 -> Arrays.copyOf(payload, at);
            case 3 -> spliced(payload, at, random.nextInt(at + 1), payload.length);
            case 4 -> spliced(payload, at, Math.min(payload.length, at + 1 + random.nextInt(8)), payload.length);
            default -> with(payload, at, (byte) random.nextInt());
        };
    }

    private static byte[] with(byte[] payload, int at, byte value) {
        payload[at] = value;
        return payload;
    }

    /** The beginning, and then a part of the payload again, or a later one. */
    private static byte[] spliced(byte[] payload, int to, int from, int end) {
        var spliced = Arrays.copyOf(payload, to + end - from);
        System.arraycopy(payload, from, spliced, to, end - from);
        return spliced;
    }
}
