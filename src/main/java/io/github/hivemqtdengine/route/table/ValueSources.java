// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import io.github.hivemqtdengine.expression.Binding;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.SharedResult;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.Metadata.Fact;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.route.topic.TopicLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binding of one route's references to their values. Collects the payload fields that the references need. */
public final class ValueSources {

    private final String routeId;
    private final List<TopicFilter> filters;
    private final List<FieldPath> fields = new ArrayList<>();
    private final Set<Fact> facts = EnumSet.noneOf(Fact.class);
    private final Binding binding = new Binding(this::of);

    public ValueSources(String routeId, List<TopicFilter> filters) {
        this.routeId = routeId;
        this.filters = filters;
    }

    /** Returns the payload fields for the templates bound so far, without duplicates. */
    public List<FieldPath> fields() {
        return List.copyOf(fields);
    }

    /** Returns the facts for the templates bound so far. */
    public Set<Fact> facts() {
        return facts.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(facts));
    }

    /** Returns the binding for this route; it rejects references that the route's filters do not provide. */
    public Binding binding() {
        return binding;
    }

    /** @throws IllegalArgumentException if a filter of the route does not have the referenced topic level */
    private ValueSource of(Reference reference) {
        MetadataValues.fact(reference).ifPresent(facts::add);
        var argument = reference.argument();
        return switch (reference.kind()) {
            case MQTT_TOPIC -> SharedResult.ofMessage(topic(reference));
            case MQTT_CLIENT_ID -> (message, values) -> message.clientId();
            case MQTT_USER_NAME -> (message, values) -> orMissing(message.userName());
            case MQTT_QOS -> (message, values) -> (long) message.qos();
            case MQTT_RETAIN -> (message, values) -> message.retain();
            case MQTT_DUP -> (message, values) -> message.duplicate();
            case MQTT_CONTENT_TYPE ->
                (message, values) -> orMissing(message.properties().contentType());
            case MQTT_RESPONSE_TOPIC ->
                (message, values) -> orMissing(message.properties().responseTopic());
            case MQTT_MESSAGE_EXPIRY ->
                (message, values) -> orMissing(message.properties().messageExpiry());
            case MQTT_USER_PROPERTY ->
                SharedResult.ofMessage((message, values) ->
                        orMissing(message.properties().userProperty(argument).orElse(null)));
            case ARRIVAL_TIME -> (message, values) -> MetadataValues.arrival(message);
            case ROUTE_ID -> (message, values) -> routeId;
            case PAYLOAD, PAYLOAD_ROOT, PAYLOAD_KEY, PAYLOAD_INDEX ->
                field(reference.field().orElseThrow());
            case PAYLOAD_ENCODING -> field(RawFormat.ENCODING);
            case PAYLOAD_BYTES -> field(RawFormat.BYTES);
            case PAYLOAD_CHUNK -> field(RawFormat.CHUNK);
            case PAYLOAD_CHUNKS -> field(RawFormat.CHUNKS);
            case PAYLOAD_BLOCK -> block();
            default -> MetadataValues.of(reference);
        };
    }

    private ValueSource topic(Reference reference) {
        if (reference.isTopicLevelNumber()) {
            return new TopicLevel(reference.topicLevel() - 1);
        }
        if (reference.isRestOfTopic()) {
            return TopicLevel.rest(reference.topicLevel() - 1);
        }
        if (reference.isTopicLevelName()) {
            return TopicLevel.named(reference.argument(), filters);
        }
        return (message, values) -> message.topic();
    }

    /** Returns an id that is unique per message and equal for all its chunks: arrival time and checksum. */
    private ValueSource block() {
        int slot = slot(RawFormat.CHECKSUM);
        return (message, values) -> Long.toString(message.arrivalMicros(), Character.MAX_RADIX) + '-' + values[slot];
    }

    private ValueSource field(FieldPath path) {
        int slot = slot(path);
        return (message, values) -> values[slot];
    }

    /** Returns the index of a field's value in a record, registering the field if new. */
    int slot(FieldPath path) {
        if (!fields.contains(path)) {
            fields.add(path);
        }
        return fields.indexOf(path);
    }

    private static Object orMissing(@Nullable Object value) {
        return Objects.requireNonNullElse(value, Decoder.MISSING);
    }
}
