// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import io.github.hivemqtdengine.loadtest.traffic.PayloadFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Payloads from files, as they are: they have no stamps, so deliveries can only be counted. */
final class UnstampedFormat implements PayloadFormat {

    private final Path files;
    private @Nullable List<byte[]> payloads;

    /** @param files folder or file of payloads; they are read when the first publisher needs them */
    UnstampedFormat(Path files) {
        this.files = files;
    }

    /** Each publisher sends all payloads in turn, beginning with another one. */
    @Override
    public PayloadSource source(int publisher) {
        var all = payloads();
        return (message, sentMicros) -> all.get((int) (((long) publisher + message) % all.size()));
    }

    private synchronized List<byte[]> payloads() {
        var read = payloads;
        if (read == null) {
            try {
                read = PayloadFiles.read(files);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            payloads = read;
        }
        return read;
    }

    @Override
    public StampReader stamps() {
        return (payload, stamp) -> stamp.clear();
    }

    @Override
    public boolean isNumbered() {
        return false;
    }
}
