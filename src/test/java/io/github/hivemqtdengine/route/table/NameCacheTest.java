package io.github.hivemqtdengine.route.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NameCacheTest {

    private final NameCache cache = new NameCache();

    @Test
    void shouldRememberTheLastName() {
        assertThat(cache.get("a")).isNull();
        cache.put("a", "1");
        cache.put("b", "2");
        assertThat(cache.get("a")).isEqualTo("1");
        assertThat(cache.get("b")).isEqualTo("2");
    }

    @Test
    void shouldGrowWithTheNumberOfTopics() {
        for (int round = 0; round < 20; round++) {
            IntStream.range(0, 1_000).forEach(i -> cache.put("topic/" + i, "name" + i));
        }

        assertThat(IntStream.range(0, 1_000).filter(i -> cache.get("topic/" + i) != null))
                .hasSizeGreaterThan(700);
    }

    @Test
    void shouldNeverGiveAnotherTopicsName() {
        IntStream.range(0, 100_000).forEach(i -> cache.put("topic/" + i, "name" + i));

        assertThat(IntStream.range(0, 100_000).filter(i -> {
                    var name = cache.get("topic/" + i);
                    return name != null && !name.equals("name" + i);
                }))
                .isEmpty();
    }

    @Test
    void shouldNotRememberLongTopics() {
        var topic = "x".repeat(300);

        cache.put(topic, "name");

        assertThat(cache.get(topic)).isNull();
    }
}
