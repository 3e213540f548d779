// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.mqtt.Measured;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Compressed serial form of measurements. */
final class MeasuredBytes {

    private static final int BUFFER = 1 << 16;

    private MeasuredBytes() {}

    static void write(Measured measured, OutputStream bytes) throws IOException {
        var deflater = new Deflater(Deflater.BEST_SPEED);
        try (var out = new DataOutputStream(
                new BufferedOutputStream(new DeflaterOutputStream(bytes, deflater, BUFFER), BUFFER))) {
            measured.write(out);
        } finally {
            deflater.end();
        }
    }

    /**
     * Reads measurements.
     *
     * @param plan plan of the whole load
     * @param most most bytes when decompressed
     * @throws IOException if they are malformed or longer
     */
    static Measured read(InputStream bytes, LoadPlan plan, long most) throws IOException {
        var limited = new Limited(new InflaterInputStream(bytes), most);
        return Measured.read(new DataInputStream(new BufferedInputStream(limited, BUFFER)), plan);
    }

    private static final class Limited extends FilterInputStream {

        private long left;

        Limited(InputStream in, long most) {
            super(in);
            this.left = most;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (left <= 0) {
                throw new IOException("they are too long");
            }
            int read = super.read(buffer, offset, (int) Math.min(length, left));
            left -= Math.max(0, read);
            return read;
        }
    }
}
