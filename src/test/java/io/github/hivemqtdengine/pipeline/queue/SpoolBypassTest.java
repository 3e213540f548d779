// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SpoolBypassTest {

    @RegisterExtension
    final CapturedLog lines = new CapturedLog();

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicBoolean hasRoom = new AtomicBoolean();
    private final SpoolBypass bypass = new SpoolBypass(nanos::get, hasRoom::get);

    @Test
    void shouldSayOnceThatItBeginsAndOnceThatItEnds() {
        bypass.recordSpooled();
        bypass.countBypassed(Status.NO_ROOM);
        bypass.countBypassed(Status.FAILED);
        assertThat(bypass.isActive()).isTrue();
        wait(Duration.ofSeconds(10));
        bypass.recordSpooled();
        bypass.recordSpooled();

        assertThat(bypass.isActive()).isFalse();
        assertThat(bypass.messages()).isEqualTo(2);
        assertThat(lines.lines()).hasSize(2);
        assertThat(lines.lines().get(0)).startsWith("WARN Spool accepts no messages: it has reached max-bytes");
        assertThat(lines.lines().get(1)).startsWith("INFO Spool accepts messages again; 2 messages");
    }

    /** Small messages may fit where large ones do not. */
    @Test
    void shouldNotEndWhileRoomComesAndGoes() {
        for (int i = 0; i < 100; i++) {
            bypass.countBypassed(Status.DISK_SHORT);
            wait(Duration.ofSeconds(9));
            bypass.recordSpooled();
        }

        assertThat(bypass.isActive()).isTrue();
        assertThat(lines.lines()).singleElement().asString().contains("min-free-bytes");
    }

    /** The next one would meet it. */
    @Test
    void shouldBeActiveWithoutMessagesAsLongAsThereIsNoRoom() {
        bypass.countBypassed(Status.DISK_SHORT);
        wait(Duration.ofDays(1));

        assertThat(bypass.isActive()).isTrue();
        hasRoom.set(true);
        assertThat(bypass.isActive()).isFalse();
    }

    @Test
    void shouldBeActiveUntilADiskThatHasFailedTakesAMessage() {
        bypass.countBypassed(Status.FAILED);
        hasRoom.set(true);
        wait(Duration.ofDays(1));

        assertThat(bypass.isActive()).isTrue();
        bypass.recordSpooled();
        assertThat(bypass.isActive()).isFalse();
    }

    /** Nothing may come that would end it. */
    @Test
    void shouldNotBeActiveWhereThereIsRoomAndNoMessageMeetsIt() {
        bypass.countBypassed(Status.DISK_SHORT);
        hasRoom.set(true);
        wait(Duration.ofSeconds(9));
        assertThat(bypass.isActive()).isTrue();

        wait(Duration.ofSeconds(1));

        assertThat(bypass.isActive()).isFalse();
        assertThat(lines.lines()).as("nobody knows what the spool takes").hasSize(1);
        bypass.countBypassed(Status.DISK_SHORT);
        assertThat(bypass.isActive()).isTrue();
        assertThat(lines.lines()).hasSize(1);
    }

    private void wait(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }
}
