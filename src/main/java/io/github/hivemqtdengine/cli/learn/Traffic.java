// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.learn;

import io.github.hivemqtdengine.cli.suggest.TopicLevels;
import io.github.hivemqtdengine.message.InboundMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Messages that were seen: a few samples of each shape on each topic, within bounds. Not thread-safe. */
public final class Traffic {

    private static final int MAX_TOPICS = 20_000;
    private static final int MAX_SHAPES = 40_000;
    private static final int MAX_SHAPES_OF_TOPIC = 8;
    private static final int MAX_SAMPLES = 10;
    private static final int MAX_SAMPLE_BYTES = 1 << 20;
    private static final long MAX_BYTES = 32L << 20;
    private static final int PER_SHAPE_BYTES = 400;

    private final Map<String, List<Shape>> topics = new LinkedHashMap<>();
    private long messages;
    private int shapeCount;
    private long bytes;
    private long left;

    /** Messages of one topic that have much in common. */
    static final class Shape {

        private final String topic;
        private final Content.Kind kind;
        private final boolean isCompressed;
        private final Set<String> names;
        private final List<InboundMessage> samples = new ArrayList<>();
        private long count;

        Shape(String topic, Content first) {
            this.topic = topic;
            this.kind = first.kind();
            this.isCompressed = first.isCompressed();
            this.names = first.names();
        }

        /** Returns whether the kind is the same and half of all names. */
        boolean isLike(Content content) {
            return isLike(content.kind(), content.isCompressed(), content.names());
        }

        boolean isLike(Shape other) {
            return isLike(other.kind, other.isCompressed, other.names);
        }

        private boolean isLike(Content.Kind otherKind, boolean otherCompressed, Set<String> others) {
            if (kind != otherKind || isCompressed != otherCompressed) {
                return false;
            }
            long common = names.stream().filter(others::contains).count();
            return common * 2 >= names.size() + others.size() - common;
        }

        String topic() {
            return topic;
        }

        Content.Kind kind() {
            return kind;
        }

        boolean isCompressed() {
            return isCompressed;
        }

        List<InboundMessage> samples() {
            return samples;
        }

        long count() {
            return count;
        }
    }

    /** Counts a message, and keeps it as a sample if there is room. */
    public void add(InboundMessage message) {
        messages++;
        if (!isLearned(message)) {
            left++;
        }
    }

    /** Counts the message that was added last as one that can't be looked at. */
    public void leave() {
        left++;
    }

    private boolean isLearned(InboundMessage message) {
        var topic = message.topic();
        long weight = message.weight();
        boolean isLarge = message.payload().length > MAX_SAMPLE_BYTES;
        var known = topics.getOrDefault(topic, List.of());
        if (isLarge || (known.isEmpty() && topics.size() == MAX_TOPICS) || !TopicLevels.isMappable(topic)) {
            return false;
        }
        var content = Content.of(message);
        var shape =
                known.stream().filter(one -> one.isLike(content)).findFirst().orElse(null);
        if (shape == null) {
            long needed = weight + 2L * topic.length() + PER_SHAPE_BYTES + content.weight();
            if (known.size() == MAX_SHAPES_OF_TOPIC || shapeCount == MAX_SHAPES || bytes + needed > MAX_BYTES) {
                return false;
            }
            bytes += needed - weight;
            shapeCount++;
            shape = new Shape(topic, content);
            topics.computeIfAbsent(topic, its -> new ArrayList<>()).add(shape);
        }
        shape.count++;
        if (shape.samples.size() < MAX_SAMPLES && bytes + weight <= MAX_BYTES) {
            bytes += weight;
            shape.samples.add(message);
        }
        return true;
    }

    /** Returns the number of messages, also of those that are not learned from. */
    public long messages() {
        return messages;
    }

    /** Returns the number of messages beyond 20,000 topics, 8 shapes of one topic, 1 MiB, or 32 MiB of samples. */
    public long left() {
        return left;
    }

    public int topics() {
        return topics.size();
    }

    /** Returns whether there is anything to learn from: a message with a payload. */
    public boolean isEmpty() {
        return shapes().isEmpty();
    }

    /** Returns the shapes of all topics; messages without payload are none. */
    List<Shape> shapes() {
        return topics.values().stream()
                .flatMap(List::stream)
                .filter(shape -> shape.kind != Content.Kind.EMPTY)
                .toList();
    }

    /** Returns whether one of the topics also had messages without payload. */
    boolean hasEmpty(Set<String> some) {
        return some.stream()
                .flatMap(topic -> topics.getOrDefault(topic, List.of()).stream())
                .anyMatch(shape -> shape.kind == Content.Kind.EMPTY);
    }

    /** Returns all samples that have a payload. */
    public List<InboundMessage> samples() {
        return shapes().stream().flatMap(shape -> shape.samples.stream()).toList();
    }
}
