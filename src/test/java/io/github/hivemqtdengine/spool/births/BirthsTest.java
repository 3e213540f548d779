// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.time.EpochClock;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BirthsTest {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos() / 1_000;

    private final Births births = Births.inMemory(BirthLimits.DEFAULT);
    private final Certificates node = new Certificates(births, "client", "E");

    @Test
    void shouldUseTheNewestBirthFromBeforeTheMessage() {
        node.nbirth(10, 7, "volts");
        node.nbirth(20, 7, "amps");

        assertThat(node.name(10)).isNull();
        assertThat(node.name(11)).isEqualTo("volts");
        assertThat(node.name(20)).isEqualTo("volts");
        assertThat(node.name(21)).isEqualTo("amps");
    }

    @Test
    void shouldResolveAlikeInAnyOrderOfLearning() {
        node.nbirth(20, 8, "amps");
        node.dbirth("D", 25, "temp");
        node.nbirth(10, 7, "volts");
        node.dbirth("D", 15, "speed");

        assertThat(node.name(15)).isEqualTo("volts");
        assertThat(node.name("D", 20)).isEqualTo("speed");
        assertThat(node.name("D", 21)).isNull();
        assertThat(node.name("D", 26)).isEqualTo("temp");
    }

    @Test
    void shouldLearnABirthOnce() {
        node.nbirth(10, 7, "volts");
        long bytes = births.bytes();

        node.nbirth(10, 7, "volts");

        assertThat(births.bytes()).isEqualTo(bytes);
        assertThat(births.nodes()).isEqualTo(1);
    }

    @Test
    void shouldEndTheDevicesWithANewSession() {
        node.nbirth(10, 7, "volts");
        node.dbirth("D", 11, "temp");

        node.nbirth(20, 8, "volts");

        assertThat(node.name("D", 20)).isEqualTo("temp");
        assertThat(node.name("D", 21)).isNull();
        assertThat(node.at(21).bornDevices()).isEmpty();
    }

    @Test
    void shouldKeepTheDevicesAtARebirthUntilTheyAreReplaced() {
        node.nbirth(10, 7, "volts");
        node.dbirth("D", 11, "temp");

        node.nbirth(20, 7, "volts");
        node.dbirth("D", 22, "speed");

        assertThat(node.name("D", 21)).isEqualTo("temp");
        assertThat(node.name("D", 23)).isEqualTo("speed");
    }

    @Test
    void shouldEndTheDevicesWhereANodeNeverCountsItsSessions() {
        node.nbirth(10, 0, "volts");
        node.dbirth("D", 11, "temp");
        node.ndeath(15, 0);

        node.nbirth(20, 0, "volts");

        assertThat(node.name("D", 21)).isNull();
    }

    @Test
    void shouldIgnoreTheBirthsOfAnotherClient() {
        node.nbirth(10, 7, "volts");
        var forger = new Certificates(births, "forger", "E");

        forger.nbirth(20, 8, "forged");
        forger.ndeath(21, 7);

        assertThat(node.name(30)).isEqualTo("volts");
        assertThat(node.at(30).endsSession(7)).isTrue();
        assertThat(forger.name(30)).isEqualTo("forged");
    }

    @Test
    void shouldNotKnowNamesAfterABirthThatCannotBeRead() {
        node.nbirth(10, 7, "volts");

        node.unreadable(20);

        assertThat(node.name(20)).isEqualTo("volts");
        assertThat(node.name(21)).isNull();
        assertThat(births.ignored()).isEqualTo(1);
    }

    @Test
    void shouldNotKnowNamesAfterABirthThatWasLost() {
        node.nbirth(10, 7, "volts");
        node.dbirth("A", 11, "temp");
        node.dbirth("B", 12, "speed");

        node.lost("A", 20);
        assertThat(node.name("A", 20)).isEqualTo("temp");
        assertThat(node.name("A", 21)).isNull();
        assertThat(node.name("B", 21)).isEqualTo("speed");

        node.lost(null, 30);
        assertThat(node.name(30)).isEqualTo("volts");
        assertThat(node.name(31)).isNull();
        assertThat(node.name("B", 31)).isNull();
        assertThat(births.ignored()).isEqualTo(2);
        node.nbirth(40, 7, "volts");
        assertThat(node.name(41)).isEqualTo("volts");
    }

    @Test
    void shouldNotKnowNamesAfterUnknownMessagesWereLost() {
        var other = new Certificates(births, "other", "E");
        node.nbirth(10, 7, "volts");
        other.nbirth(25, 7, "amps");

        births.lostUntil(20, false);

        assertThat(node.name(20)).isEqualTo("volts");
        assertThat(node.name(21)).isNull();
        assertThat(other.name(26)).isEqualTo("amps");
        node.nbirth(15, 7, "watts"); // read after the loss, from before it
        assertThat(node.name(16)).isEqualTo("watts");
        assertThat(node.name(21)).isNull();
        assertThat(node.nextName(null, 16)).isNull();
        node.nbirth(30, 7, "ohms");
        assertThat(node.name(31)).isEqualTo("ohms");
    }

    @Test
    void shouldNotKeepEachOfManyLostBirths() {
        node.nbirth(1, 7, "volts");
        for (int i = 2; i <= 200; i++) {
            node.lost(null, i);
        }

        assertThat(node.name(300)).isNull();
        assertThat(births.ignored()).isEqualTo(59);
    }

    @Test
    void shouldLearnTheNamesOfAnUnreadableBirthWhenItIsReplayed() {
        node.nbirth(10, 7, "volts");
        long one = births.bytes();
        node.unreadable(20);
        node.nbirth(30, 8, "volts");

        node.nbirth(20, 7, "amps");

        assertThat(node.name(20)).isEqualTo("volts");
        assertThat(node.name(21)).isEqualTo("amps");
        assertThat(node.name(31)).isEqualTo("volts");
        node.unreadable(20);
        assertThat(node.name(21)).isEqualTo("amps");
        var others = Births.inMemory(BirthLimits.DEFAULT);
        var other = new Certificates(others, "client", "E");
        other.nbirth(10, 7, "volts");
        assertThat(others.bytes()).isEqualTo(one);
        other.nbirth(20, 7, "amps");
        other.nbirth(30, 8, "volts");
        assertThat(births.bytes()).isEqualTo(others.bytes());
    }

    @Test
    void shouldEndASessionOnceAndOnlyByItsOwnDeath() {
        node.nbirth(10, 7, "volts");
        node.ndeath(20, 6);
        assertThat(node.at(20).endsSession(6)).isFalse();
        assertThat(node.at(30).endsSession(7)).isTrue();

        node.ndeath(30, 7);

        assertThat(node.at(30).endsSession(7)).isTrue();
        assertThat(node.at(31).endsSession(7)).isFalse();
        node.nbirth(40, 8, "volts");
        assertThat(node.at(41).endsSession(7)).isFalse();
        assertThat(node.at(41).endsSession(8)).isTrue();
    }

    @Test
    void shouldEndAnUnknownSessionOnce() {
        assertThat(node.at(10).endsSession(7)).isTrue();

        node.ndeath(10, 7);

        assertThat(node.at(11).endsSession(7)).isFalse();
        assertThat(node.at(11).endsSession(8)).isTrue();
    }

    @Test
    void shouldKnowTheDevicesThatAreBorn() {
        node.nbirth(10, 7, "volts");
        node.dbirth("A", 11, "temp");
        node.dbirth("B", 12, "temp");
        node.ddeath("A", 13);

        assertThat(node.at(13).bornDevices()).containsExactlyInAnyOrder("A", "B");
        assertThat(node.at(14).bornDevices()).containsExactly("B");
        node.ndeath(20, 7);
        assertThat(node.at(20).bornDevices()).containsExactly("B");
        assertThat(node.at(21).bornDevices()).isEmpty();
    }

    @Test
    void shouldLeaveTheTimeAfterAForgottenBirthUnknown() {
        for (int i = 1; i <= 20; i++) {
            node.nbirth(i * 10L, 7, "name" + i);
            assertThat(node.name(15)).isEqualTo("name1");
        }

        assertThat(node.name(201)).isEqualTo("name20");
        assertThat(node.name(55)).isNull();
        node.nbirth(50, 7, "name5");
        assertThat(node.name(55)).isEqualTo("name5");
    }

    @Test
    void shouldLetALaneThatIsFarBehindUseTheNamesOfItsTime() {
        for (int i = 1; i <= 100; i++) {
            node.nbirth(i * MINUTE, 7, "name" + i);
        }

        for (int i = 1; i <= 100; i++) {
            node.nbirth(i * MINUTE, 7, "name" + i);
            assertThat(node.name(i * MINUTE + 1)).isEqualTo("name" + i);
        }
    }

    @Test
    void shouldNotKnowNamesAfterTooManyBirthsInAMinute() {
        for (int i = 1; i <= 70; i++) {
            node.nbirth(i, 7, "name" + i);
            node.dbirth("D", i, "temp");
        }

        assertThat(node.name(60)).isEqualTo("name59");
        assertThat(node.name(61)).isEqualTo("name60");
        assertThat(node.name(62)).isNull();
        assertThat(node.name("D", 100)).isNull();
        assertThat(births.ignored()).isEqualTo(20);
        node.nbirth(MINUTE + 1, 7, "quiet");
        assertThat(node.name(MINUTE + 2)).isEqualTo("quiet");
    }

    @Test
    void shouldLearnSomeDeathsWithoutABirthInAMinute() {
        for (int i = 1; i <= 100; i++) {
            node.ndeath(i, i);
        }

        assertThat(node.at(200).endsSession(60)).isFalse();
        assertThat(node.at(200).endsSession(100)).isTrue();
    }

    @Test
    void shouldNeedANewBirthAfterAStart() {
        node.nbirth(10, 7, "volts");

        births.endAll(30);

        assertThat(node.name(30)).isEqualTo("volts");
        assertThat(node.name(31)).isNull();
        node.nbirth(20, 7, "amps");
        assertThat(node.name(30)).isEqualTo("amps");
        assertThat(node.name(31)).isNull();
        node.nbirth(40, 8, "volts");
        assertThat(node.name(41)).isEqualTo("volts");
    }

    @Test
    void shouldNeedANewBirthAfterAStartWhenEarlierOnesAreAheadOfTheClock() {
        long now = EpochClock.SYSTEM.micros();
        node.nbirth(now + 60 * MINUTE, 7, "volts");
        node.nbirth(now, 8, "amps");

        births.endAll(now + 60 * MINUTE);

        assertThat(node.name(now + MINUTE)).isNull();
        node.nbirth(now + 2 * MINUTE, 9, "watts");
        assertThat(node.name(now + 3 * MINUTE)).isEqualTo("watts");
    }

    @Test
    void shouldEndBirthsThatNoRouteReceives() {
        node.nbirth(10, 7, "volts");
        node.dbirth("D", 11, "temp");

        births.endUnless(topic -> topic.equals("spBv1.0/G/NBIRTH/E"));

        assertThat(node.name(Long.MAX_VALUE - 1)).isEqualTo("volts");
        assertThat(node.name("D", 12)).isEqualTo("temp");
        assertThat(node.name("D", Long.MAX_VALUE - 1)).isNull();
    }

    @Test
    void shouldOfferTheNextBirthOfTheSameSession() {
        node.nbirth(10, 7, "volts");
        assertThat(node.nextName("D", 11)).isNull();

        node.dbirth("D", 20, "temp");
        node.nbirth(30, 7, "amps");

        assertThat(node.nextName("D", 11)).isEqualTo("temp");
        assertThat(node.nextName(null, 11)).isEqualTo("amps");
        assertThat(node.nextName(null, 5)).isEqualTo("volts");
        assertThat(node.nextName("D", 5)).isEqualTo("temp");
    }

    /** The copy does not have what ended the sessions at the other broker, such as its start. */
    @Test
    void shouldOfferNoNextBirthToMessagesOfACopiedSpool() {
        var copied = new Certificates(births, EdgeNodes.COPIED + "client", "E");
        copied.nbirth(10, 7, "volts");

        assertThat(copied.nextName(null, 5)).isNull();
        assertThat(copied.replayedName(null, 11)).isEqualTo("volts");
    }

    @Test
    void shouldEndBirthsOfCopiedSpoolsOnlyWhereACopyLacksMessages() {
        var copied = new Certificates(births, EdgeNodes.COPIED + "client", "E");
        copied.nbirth(10, 7, "volts");
        node.nbirth(10, 7, "amps");

        births.lostUntil(20, true);
        births.lostUntil(30, false);

        assertThat(copied.replayedName(null, 20)).isEqualTo("volts");
        assertThat(copied.replayedName(null, 21)).isNull();
        assertThat(node.name(30)).isEqualTo("amps");
        assertThat(node.name(31)).isNull();
        copied.nbirth(22, 7, "ohms");
        assertThat(copied.replayedName(null, 1_000)).isEqualTo("ohms");
        copied.nbirth(15, 7, "watts"); // read after the loss, from before it
        assertThat(copied.replayedName(null, 20)).isEqualTo("watts");
        assertThat(copied.replayedName(null, 21)).isNull();
    }

    /** The replay of the copy continues, and the end of this broker's sessions says nothing about the copy's. */
    @Test
    void shouldKeepBirthsOfCopiedSpoolsAtARestart() {
        var copied = new Certificates(births, EdgeNodes.COPIED + "client", "E");
        copied.nbirth(10, 7, "volts");

        assertThat(births.latestArrival()).isEqualTo(Long.MIN_VALUE);
        births.endAll(20);

        assertThat(copied.replayedName(null, 30)).isEqualTo("volts");
    }

    @Test
    void shouldEndBirthsOfCopiedSpoolsThatNoRouteReceives() {
        var copied = new Certificates(births, EdgeNodes.COPIED + "client", "E");
        copied.nbirth(10, 7, "volts");
        copied.dbirth("D", 11, "temp");

        births.endUnless(topic -> topic.equals("spBv1.0/G/NBIRTH/E"));

        assertThat(copied.replayedName(null, 12)).isEqualTo("volts");
        assertThat(copied.replayedName("D", 12)).isNull();
    }

    /** Its session may have been at another broker. */
    @Test
    void shouldNotUseTheBirthOfADeadSessionInAReplay() {
        node.nbirth(10, 7, "volts");
        node.dbirth("D", 11, "temp");
        node.dbirth("E", 12, "speed");
        node.ddeath("E", 15);
        node.ndeath(20, 7);
        node.nbirth(60, 8, "ohms");

        assertThat(node.replayedName(null, 20)).isEqualTo("volts");
        assertThat(node.replayedName("D", 20)).isEqualTo("temp");
        assertThat(node.replayedName("E", 16)).isNull();
        assertThat(node.replayedName(null, 21)).isNull();
        assertThat(node.replayedName("D", 21)).isNull();
        assertThat(node.nextName(null, 21)).isNull();
        assertThat(node.replayedName(null, 61)).isEqualTo("ohms");
        assertThat(node.name(21)).isEqualTo("volts");
    }

    @Test
    void shouldNotOfferTheBirthOfAnotherSession() {
        node.nbirth(10, 7, "volts");
        node.ndeath(20, 7);
        node.nbirth(30, 8, "amps");
        node.dbirth("D", 31, "temp");

        assertThat(node.nextName(null, 11)).isNull();
        assertThat(node.nextName("D", 11)).isNull();
        assertThat(node.nextName("D", 30)).isNull();
        assertThat(node.nextName("D", 31)).isNull();
    }

    @Test
    void shouldNotOfferABirthFromAfterAStartToAMessageFromBefore() {
        births.endAll(10);
        node.nbirth(20, 8, "volts");

        assertThat(node.nextName(null, 5)).isNull();
        assertThat(node.nextName(null, 15)).isEqualTo("volts");
    }

    @Test
    void shouldNotOfferABirthAfterADeath() {
        node.ndeath(10, 7);
        node.nbirth(20, 8, "volts");

        assertThat(node.nextName(null, 5)).isNull();
    }

    @Test
    void shouldShareNamesAcrossSessions() {
        node.nbirth(10, 7, "a".repeat(1_000));
        long one = births.bytes();

        node.nbirth(20, 8, "a".repeat(1_000));

        assertThat(births.bytes() - one).isEqualTo(Timeline.Certificate.BYTES + "client G/E".length());
        assertThat(session(20)).isEqualTo(7);
        assertThat(session(21)).isEqualTo(8);
    }

    private long session(long arrival) {
        return Objects.requireNonNull(node.at(arrival).birth(null)).bdSeq();
    }

    @Test
    void shouldStayWithinItsBytesAndForgetTheNodesOfTheLargestClient() {
        var small = Births.inMemory(new BirthLimits(1_024 * 1_024, 100_000, 8, 60));
        var quiet = new Certificates(small, "quiet", "E");
        quiet.nbirth(1, 7, "volts");

        for (int i = 0; i < 10_000; i++) {
            new Certificates(small, "hostile", "N" + i).nbirth(2 + i, 7, "n".repeat(500));
            assertThat(small.bytes()).isLessThanOrEqualTo(1_024 * 1_024);
        }

        assertThat(quiet.name(2)).isEqualTo("volts");
        assertThat(new Certificates(small, "hostile", "N9999").name(20_000)).startsWith("nnn");
        assertThat(new Certificates(small, "hostile", "N0").name(20_000)).isNull();
        assertThat(small.forgotten()).isGreaterThan(8_000);
    }

    @Test
    void shouldStayWithinItsNodesAndForgetThoseThatAreNotUsed() {
        var small = Births.inMemory(new BirthLimits(1_024 * 1_024, 100, 8, 60));
        var used = new Certificates(small, "client", "used");
        used.nbirth(1, 7, "volts");

        for (int i = 0; i < 1_000; i++) {
            new Certificates(small, "client", "N" + i).nbirth(2 + i, 7, "n");
            assertThat(used.name(10_000)).isEqualTo("volts");
        }

        assertThat(small.nodes()).isEqualTo(100);
    }

    @Test
    void shouldBoundTheDevicesOfANode() {
        var small = Births.inMemory(new BirthLimits(1_024 * 1_024, 100_000, 8, 60));
        var hostile = new Certificates(small, "client", "E");

        for (int i = 0; i < 20_000; i++) {
            hostile.dbirth("D" + i, i + 1, "n");
        }

        assertThat(small.bytes()).isLessThanOrEqualTo(1_024 * 1_024);
        assertThat(hostile.name("D19999", 30_000)).isEqualTo("n");
    }
}
