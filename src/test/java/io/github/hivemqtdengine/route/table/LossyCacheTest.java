// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LossyCacheTest {

    private final LossyCache<String, String> cache = new LossyCache<>();

    @Test
    void shouldRememberTheLastName() {
        assertThat(cache.get("a")).isNull();
        cache.put("a", "1", 1);
        cache.put("b", "2", 1);
        assertThat(cache.get("a")).isEqualTo("1");
        assertThat(cache.get("b")).isEqualTo("2");
    }

    @Test
    void shouldGrowWithTheNumberOfTopics() {
        for (int round = 0; round < 20; round++) {
            IntStream.range(0, 1_000)
                    .filter(i -> cache.get("topic/" + i) == null)
                    .forEach(i -> cache.put("topic/" + i, "name" + i, 10));
        }

        assertThat(IntStream.range(0, 1_000).filter(i -> cache.get("topic/" + i) != null))
                .hasSizeGreaterThan(900);
    }

    /** The hashes of such records have equal last bits. */
    @Test
    void shouldHaveRoomForTopicsThatEndInTheClientId() {
        record Publisher(String topic, String clientId) {}
        var ofPublishers = new LossyCache<Publisher, String>();
        var publishers = IntStream.range(0, 1_000)
                .mapToObj(i -> String.format("d%03d", i))
                .map(id -> new Publisher("device/" + id, id))
                .toList();
        for (int round = 0; round < 20; round++) {
            publishers.stream()
                    .filter(publisher -> ofPublishers.get(publisher) == null)
                    .forEach(publisher -> ofPublishers.put(publisher, publisher.topic(), 10));
        }

        assertThat(publishers.stream().filter(publisher -> ofPublishers.get(publisher) != null))
                .hasSizeGreaterThan(900);
    }

    @Test
    void shouldNeverGiveAnotherTopicsName() {
        IntStream.range(0, 100_000).forEach(i -> cache.put("topic/" + i, "name" + i, 10));

        assertThat(IntStream.range(0, 100_000).filter(i -> {
                    var name = cache.get("topic/" + i);
                    return name != null && !name.equals("name" + i);
                }))
                .isEmpty();
    }

    @Test
    void shouldNotKeepLargeEntries() {
        var topic = "x".repeat(1_000);

        cache.put(topic, "name", 1_010);
        cache.put("small topic", "large name", 1_000);

        assertThat(cache.get(topic)).isNull();
        assertThat(cache.get("small topic")).isNull();
    }

    @Test
    void shouldCountTwoBytesPerCharacterUnlessAllAreAscii() {
        assertThat(LossyCache.bytes("abcd")).isEqualTo(44);
        assertThat(LossyCache.bytes("abc\u4e2d")).isEqualTo(48);
    }
}
