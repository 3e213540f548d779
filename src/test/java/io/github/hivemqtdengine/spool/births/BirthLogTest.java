// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hivemqtdengine.decode.NotStoredYetException;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.Patience;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class BirthLogTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path data;

    @Test
    void shouldCreateNothingBeforeTheFirstBirth() throws Exception {
        try (var births = open()) {
            births.endAll(10);
            assertThat(node(births).name(1)).isNull();
        }

        assertThat(data).isEmptyDirectory();
    }

    @Test
    void shouldRememberEverythingAfterARestart() throws Exception {
        try (var births = open()) {
            liveALife(births);
        }

        try (var births = open()) {
            assertLife(births);
            long nodes = births.nodes();
            long bytes = births.bytes();
            learnCertificates(births);
            assertThat(births.nodes()).isEqualTo(nodes);
            assertThat(births.bytes()).isEqualTo(bytes);
            assertLife(births);
        }
    }

    @Test
    void shouldRememberEverythingInACompactedLog() throws Exception {
        try (var births = open()) {
            liveALife(births);
            for (int i = 0; i < 3_000; i++) {
                new Certificates(births, "other", "E").nbirth(1_000_000L * i, 7, "n".repeat(1_000) + i);
            }
            assertLife(births);
        }

        assertThat(Files.size(file())).isLessThan(2 * 1_024 * 1_024);
        try (var births = open()) {
            assertLife(births);
            assertThat(new Certificates(births, "other", "E").name(3_000_000_000L))
                    .endsWith("n2999");
            assertThat(new Certificates(births, "other", "E").name(1_500_000_001L))
                    .isNull();
        }
    }

    private static void liveALife(Births births) {
        learnCertificates(births);
        births.endAll(70);
        node(births).nbirth(80, 9, "volts");
    }

    private static void learnCertificates(Births births) {
        var node = node(births);
        node.nbirth(10, 7, "volts");
        node.dbirth("D", 11, "temp");
        node.dbirth("X", 12, "gone");
        node.ddeath("X", 13);
        node.nbirth(20, 7, "volts");
        node.ndeath(30, 7);
        node.nbirth(40, 8, "amps");
        node.unreadable(50);
        node.nbirth(60, 8, "volts");
        node.dbirth("D", 61, "speed");
        new Certificates(births, "client", "unborn").ndeath(10, 3);
    }

    private static void assertLife(Births births) {
        var node = node(births);
        assertThat(node.name(10)).isNull();
        assertThat(node.name(15)).isEqualTo("volts");
        assertThat(node.name("D", 40)).isEqualTo("temp");
        assertThat(node.at(20).bornDevices()).containsExactly("D");
        assertThat(node.at(30).endsSession(7)).isTrue();
        assertThat(node.at(31).endsSession(7)).isFalse();
        assertThat(node.name("D", 41)).isNull();
        assertThat(node.name(45)).isEqualTo("amps");
        assertThat(node.name(55)).isNull();
        assertThat(node.name("D", 70)).isEqualTo("speed");
        assertThat(node.name("D", 71)).isNull();
        assertThat(node.name(71)).isNull();
        assertThat(node.name(81)).isEqualTo("volts");
        assertThat(new Certificates(births, "client", "unborn").at(11).endsSession(3))
                .isFalse();
    }

    @Test
    void shouldRememberWhatWasLearnedBeforeAKillInTheMiddleOfARecord() throws Exception {
        try (var births = open()) {
            node(births).nbirth(10, 7, "volts");
        }
        long first = Files.size(file());
        try (var births = open()) {
            node(births).nbirth(20, 7, "amps");
        }
        var whole = Files.readAllBytes(file());

        for (int length = (int) first; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            try (var births = open()) {
                assertThat(node(births).name(100)).isEqualTo("volts");
                node(births).nbirth(20, 7, "amps");
            }
            try (var births = open()) {
                assertThat(node(births).name(100)).isEqualTo("amps");
            }
        }
        assertThat(log.lines()).isEmpty();
    }

    /** Its messages are committed, so that no lane learns it again. */
    @Test
    void shouldNotGuessNamesAfterTheEndOfASyncedLogWasLost() throws Exception {
        try (var births = open()) {
            node(births).nbirth(10, 7, "volts");
            births.flush();
            node(births).nbirth(20, 7, "amps");
            births.flush();
        }
        var whole = Files.readAllBytes(file());

        for (int length = 0; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            try (var births = open()) {
                assertThat(node(births).name(30)).isNull();
                node(births).nbirth(40, 8, "ohms");
            }
            try (var births = open()) {
                assertThat(node(births).name(30)).isNull();
                assertThat(node(births).name(41)).isEqualTo("ohms");
            }
        }
        Files.write(file(), whole);
        try (var births = open()) {
            assertThat(node(births).name(30)).isEqualTo("amps");
        }
    }

    @Test
    void shouldNotGuessNamesOnceASyncedLengthIsDamaged() throws Exception {
        try (var births = open()) {
            node(births).nbirth(10, 7, "volts");
            births.flush();
        }
        var whole = Files.readAllBytes(file());

        for (int at = 8; at < 20; at++) {
            var damaged = whole.clone();
            damaged[at]++;
            Files.write(file(), damaged);
            try (var births = open()) {
                assertThat(node(births).name(30)).isNull();
            }
        }
    }

    @Test
    void shouldCountACompactedLogAsSynced() throws Exception {
        try (var births = open()) {
            for (int i = 0; i < 2_000; i++) {
                node(births).nbirth(1_000_000L * i, 7, "n".repeat(1_000) + i);
            }
            assertThat(Files.size(file())).isLessThan(1_024 * 1_024);
        }
        long size = Files.size(file());
        try (var births = open()) {
            assertThat(node(births).name(1_999_000_001L)).endsWith("n1999");
        }
        Files.write(file(), Arrays.copyOf(Files.readAllBytes(file()), 5_000));

        try (var births = open()) {
            assertThat(size).isGreaterThan(5_000);
            assertThat(node(births).name(1_999_000_001L)).isNull();
        }
    }

    @Test
    void shouldSyncABirthThatWasLostBeforeTheSpool() throws Exception {
        try (var births = open()) {
            node(births).nbirth(10, 7, "volts");
            births.flush();
        }
        long size = Files.size(file());
        try (var births = open()) {
            node(births).lost(null, 20);
        }

        Files.write(file(), Arrays.copyOf(Files.readAllBytes(file()), (int) size));

        try (var births = open()) {
            assertThat(node(births).name(30)).isNull();
        }
    }

    @Test
    void shouldFailTheFlushWhileTheDiskFailsAndSyncEverythingAnewAfterwards() throws Exception {
        var disk = new FailingDisk();
        try (var births = Births.open(data.resolve("births"), BirthLimits.DEFAULT, disk)) {
            node(births).nbirth(10, 7, "volts");
            births.flush();
            disk.isFailing = true;
            node(births).nbirth(20, 7, "amps");
            assertThatExceptionOfType(IOException.class).isThrownBy(births::flush);
            assertThatExceptionOfType(IOException.class).isThrownBy(births::flush);

            disk.isFailing = false;
            Patience.await().ignoreExceptions().until(() -> {
                births.flush();
                return true;
            });
        }

        try (var births = open()) {
            assertThat(node(births).name(30)).isEqualTo("amps");
        }
        assertThat(log.lines()).singleElement().asString().startsWith("ERROR Sparkplug births cannot be written to ");
    }

    /** A full disk takes the mark, but not another file. */
    @Test
    void shouldNotGuessNamesWhereOnlyAMarkWasSynced() throws Exception {
        var disk = new FailingDisk();
        try (var births = Births.open(data.resolve("births"), BirthLimits.DEFAULT, disk)) {
            node(births).nbirth(10, 7, "volts");
            births.flush();
            disk.failures = 1;
            node(births).nbirth(20, 7, "amps");
            births.flush();
            births.flush();
            Files.copy(file(), data.resolve("marked"));
        }
        Files.move(data.resolve("marked"), file(), StandardCopyOption.REPLACE_EXISTING);

        try (var births = open()) {
            assertThat(node(births).name(30)).isNull();
        }
    }

    private static final class FailingDisk implements Durable.Disk {

        private boolean isFailing;
        private int failures;

        @Override
        public void force(FileChannel file) throws IOException {
            if (isFailing || failures-- > 0) {
                throw new IOException("Input/output error");
            }
        }

        @Override
        public void forceNames(Path folder) {
            // not of interest
        }
    }

    @Test
    void shouldNotGuessNamesAfterDamage() throws Exception {
        try (var births = open()) {
            node(births).nbirth(10, 7, "volts");
        }
        int first = (int) Files.size(file());
        try (var births = open()) {
            node(births).nbirth(20, 7, "amps");
            node(births).nbirth(30, 7, "watts");
        }
        var bytes = Files.readAllBytes(file());
        bytes[first + 40]++;
        Files.write(file(), bytes);

        try (var births = open()) {
            assertThat(node(births).name(10 + 1)).isNull();
            assertThat(node(births).name(100)).isNull();
            node(births).nbirth(40, 8, "ohms");
            assertThat(node(births).name(41)).isEqualTo("ohms");
        }
        try (var births = open()) {
            assertThat(node(births).name(41)).isEqualTo("ohms");
            assertThat(node(births).name(35)).isNull();
        }
        assertThat(log.lines()).singleElement().asString().contains("is damaged after " + first + " bytes");
    }

    @Test
    void shouldLearnNothingUntilTheDiskTakesIt() throws Exception {
        try (var births = open()) {
            var obstacle = Files.createFile(data.resolve("births"));
            for (int tries = 0; tries < 3; tries++) {
                assertThatExceptionOfType(NotStoredYetException.class)
                        .isThrownBy(() -> node(births).nbirth(10, 7, "volts"));
                assertThat(node(births).name(11)).isNull();
            }
            assertThat(births.nodes()).isZero();

            Files.delete(obstacle);
            node(births).nbirth(10, 7, "volts");

            assertThat(node(births).name(11)).isEqualTo("volts");
        }
        assertThat(log.lines()).hasSize(2);
        assertThat(log.lines().get(0)).startsWith("ERROR Sparkplug births cannot be written to ");
        assertThat(log.lines().get(1)).startsWith("INFO Sparkplug births are written to ");
    }

    @Test
    void shouldBoundTheFileOfAClientWithALongId() throws Exception {
        var limits = new BirthLimits(1_024 * 1_024, 100_000, 8, 60);
        try (var births = Births.open(data.resolve("births"), limits)) {
            var hostile = new Certificates(births, "c".repeat(10_000), "E");
            for (int i = 0; i < 2_000; i++) {
                hostile.dbirth("D" + i, i + 1, "n");
            }
        }

        assertThat(Files.size(file())).isLessThan(4 * 1_024 * 1_024);
    }

    @Test
    void shouldRememberTheNamesOfAnUnreadableBirthThatWasReplayed() throws Exception {
        try (var births = open()) {
            node(births).unreadable(10);
            node(births).nbirth(30, 7, "volts");
            node(births).nbirth(10, 7, "amps");
        }

        try (var births = open()) {
            assertThat(node(births).name(30)).isEqualTo("amps");
            assertThat(node(births).name(31)).isEqualTo("volts");
        }
    }

    @Test
    void shouldRememberLostBirths() throws Exception {
        try (var births = open()) {
            node(births).nbirth(10, 7, "volts");
            node(births).lost(null, 20);
        }

        try (var births = open()) {
            assertThat(node(births).name(20)).isEqualTo("volts");
            assertThat(node(births).name(21)).isNull();
        }
    }

    @Test
    void shouldRememberLostBirthsAfterAKill() throws Exception {
        var killed = open();
        node(killed).nbirth(10, 7, "volts");
        node(killed).dbirth("A", 11, "temp");
        node(killed).lost("A", 20);
        killed.lostUntil(30, false);

        try (var births = open()) {
            assertThat(node(births).name("A", 20)).isEqualTo("temp");
            assertThat(node(births).name("A", 21)).isNull();
            assertThat(node(births).name(30)).isEqualTo("volts");
            assertThat(node(births).name(31)).isNull();
        }
    }

    @Test
    void shouldWriteALossThatEachRouteReportsOnce() throws Exception {
        try (var births = open()) {
            node(births).nbirth(10, 7, "volts");
            births.lostUntil(20, false);
            long once = Files.size(file());

            births.lostUntil(20, false);

            assertThat(Files.size(file())).isEqualTo(once);
        }
    }

    /** A copy is read ahead of the lanes: the birth from before the gap may be learned after the start. */
    @Test
    void shouldRememberTheGapsOfCopiedSpoolsAfterAKill() throws Exception {
        var killed = open();
        killed.lostUntil(20, true);

        try (var births = open()) {
            births.endAll(25);
            copied(births).nbirth(10, 7, "volts");
            node(births).nbirth(10, 7, "amps");
            fillUntilCompacted(births);
        }

        try (var births = open()) {
            copied(births).nbirth(12, 7, "watts");
            assertThat(copied(births).replayedName(null, 12)).isEqualTo("volts");
            assertThat(copied(births).replayedName(null, 20)).isEqualTo("watts");
            assertThat(copied(births).replayedName(null, 21)).isNull();
            assertThat(node(births).name(25)).isEqualTo("amps");
            assertThat(node(births).name(26)).isNull();
        }
    }

    private void fillUntilCompacted(Births births) throws IOException {
        long before;
        long arrival = 0;
        do {
            arrival += 60_000_000;
            before = Files.exists(file()) ? Files.size(file()) : 0;
            new Certificates(births, "other", "F").nbirth(arrival, 7, "n".repeat(1_000) + arrival);
        } while (before <= Files.size(file()));
    }

    @Test
    void shouldNotGuessNamesOfCopiedSpoolsAfterDamage() throws Exception {
        try (var births = open()) {
            node(births).nbirth(5, 7, "amps");
            copied(births).nbirth(10, 7, "volts");
            copied(births).nbirth(1_000, 7, "watts");
            births.flush();
        }
        var whole = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(whole, whole.length - 1));

        try (var births = open()) {
            assertThat(copied(births).replayedName(null, 11)).isNull();
        }
        try (var births = open()) {
            assertThat(copied(births).replayedName(null, 1_001)).isNull();
        }
    }

    private static Certificates copied(Births births) {
        return new Certificates(births, EdgeNodes.COPIED + "client", "E");
    }

    @Test
    void shouldWriteLostBirthsOnceTheDiskTakesThem() throws Exception {
        try (var births = open()) {
            var obstacle = Files.createFile(data.resolve("births"));
            node(births).lost(null, 20);
            Files.delete(obstacle);
            node(births).nbirth(10, 7, "volts");
        }

        try (var births = open()) {
            assertThat(node(births).name(20)).isEqualTo("volts");
            assertThat(node(births).name(21)).isNull();
        }
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldReferToPayloadsOfTheCompactedLog() throws Exception {
        long minute = 60_000_000;
        long arrival = 0;
        try (var births = open()) {
            long before;
            do {
                arrival += minute;
                new Certificates(births, "other", "E").nbirth(arrival, 7, "n".repeat(1_000) + arrival);
                before = Files.size(file());
                node(births).dbirth("D", arrival, "temp");
            } while (before < Files.size(file())); // until the log was compacted
        }

        try (var births = open()) {
            assertThat(node(births).name("D", arrival + 1)).isEqualTo("temp");
        }
    }

    @Test
    void shouldWriteNamesOnceWhileTheyStayTheSame() throws Exception {
        try (var births = open()) {
            for (int i = 0; i < 50; i++) {
                node(births).nbirth(i, i / 2, "n".repeat(1_000)); // also in another session
            }
        }

        assertThat(Files.size(file())).isLessThan(10_000);
        try (var births = open()) {
            assertThat(node(births).name(100)).startsWith("nnn");
            for (int i = 43; i < 50; i++) {
                assertThat(Objects.requireNonNull(node(births).at(i + 1).birth(null))
                                .bdSeq())
                        .isEqualTo(i / 2);
            }
        }
    }

    @Test
    void shouldKeepAnEndFromBeforeTheFirstBirth() throws Exception {
        try (var births = open()) {
            births.endAll(100);
            node(births).nbirth(200, 8, "amps");
            assertThat(node(births).nextName(null, 50)).isNull();
        }

        try (var births = open()) {
            births.endAll(300);
            assertThat(node(births).nextName(null, 50)).isNull();
        }
    }

    /** No lookup tells it which nodes the process before it has kept. */
    @Test
    void shouldKnowNamesWhoseNodeAStartForgetsForAMoment() throws Exception {
        var two = new BirthLimits(64 << 20, 2, 8, 60);
        var folder = data.resolve("births");
        try (var births = Births.open(folder, two)) {
            var first = new Certificates(births, "client", "A");
            first.nbirth(10, 7, "volts");
            new Certificates(births, "client", "B").nbirth(20, 7, "volts");
            first.name(15);
            new Certificates(births, "client", "C").nbirth(30, 7, "volts");
            first.nbirth(40, 8, "volts");
        }

        try (var births = Births.open(folder, two)) {
            assertThat(new Certificates(births, "client", "A").name(45)).isEqualTo("volts");
        }
    }

    /** No lookup tells the start which ones the process before it would have kept. */
    @Test
    void shouldNotGuessNamesWhereAStartForgetsOthers() throws Exception {
        try (var births = open()) {
            for (int i = 1; i <= 20; i++) {
                node(births).nbirth(10L * i, 7, i % 3 == 0 ? "volts" : "amps");
                assertThat(node(births).name(15)).isEqualTo("amps");
            }
        }

        try (var births = open()) {
            for (int i = 1; i <= 20; i++) {
                assertThat(node(births).name(10L * i + 5)).isIn(i % 3 == 0 ? "volts" : "amps", null);
            }
            assertThat(node(births).name(300)).isEqualTo("amps");
        }
    }

    @Test
    void shouldLeaveTheFileAloneOnceItIsClosed() throws Exception {
        var births = open();
        node(births).nbirth(10, 7, "volts");
        births.close();

        assertThatExceptionOfType(NotStoredYetException.class)
                .isThrownBy(() -> node(births).nbirth(20, 8, "amps"));

        try (var next = open()) {
            assertThat(node(next).name(100)).isEqualTo("volts");
        }
    }

    private Births open() throws IOException {
        return Births.open(data.resolve("births"), BirthLimits.DEFAULT);
    }

    private static Certificates node(Births births) {
        return new Certificates(births, "client", "E");
    }

    private Path file() {
        return data.resolve("births").resolve(BirthLog.NAME);
    }
}
