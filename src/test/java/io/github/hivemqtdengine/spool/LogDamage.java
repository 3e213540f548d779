// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * Damage to one of the files of a log by a disk or an operator.
 *
 * @param file index of the file, modulo their number
 * @param at position, in parts of the file, from 0 to below {@link #PARTS}
 * @param length number of bytes, as far as there are
 * @param seed of the random parts
 */
public record LogDamage(Kind kind, int file, int at, int length, long seed) {

    public static final int PARTS = 10_000;

    public enum Kind {
        FLIP,
        ZERO,
        GARBAGE,
        CUT,
        /** Repeats the bytes directly after themselves. */
        STUTTER,
        /** The bytes have replaced others. */
        MISPLACE,
        REMOVE
    }

    /** Damages a file of this folder, if there is one. */
    public void applyTo(Path folder) {
        try {
            var files = LogFiles.in(folder);
            if (!files.isEmpty()) {
                apply(files.get(file % files.size()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void apply(Path path) throws IOException {
        if (kind == Kind.REMOVE) {
            Files.delete(path);
            return;
        }
        var bytes = Files.readAllBytes(path);
        int from = (int) ((long) at * bytes.length / PARTS);
        int to = Math.min(bytes.length, from + length);
        if (from < to) {
            Files.write(path, damaged(bytes, from, to));
        }
    }

    private byte[] damaged(byte[] bytes, int from, int to) {
        var random = new Random(seed);
        switch (kind) {
            case FLIP -> bytes[from] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            case ZERO -> Arrays.fill(bytes, from, to, (byte) 0);
            case GARBAGE -> {
                var garbage = new byte[to - from];
                random.nextBytes(garbage);
                System.arraycopy(garbage, 0, bytes, from, garbage.length);
            }
            case MISPLACE ->
                System.arraycopy(bytes.clone(), from, bytes, random.nextInt(bytes.length - (to - from) + 1), to - from);
            case STUTTER -> {
                return LogFiles.joined(Arrays.copyOf(bytes, to), Arrays.copyOfRange(bytes, from, bytes.length));
            }
            case CUT -> {
                return Arrays.copyOf(bytes, from);
            }
            case REMOVE -> throw new IllegalStateException("nothing is left to be damaged");
        }
        return bytes;
    }
}
