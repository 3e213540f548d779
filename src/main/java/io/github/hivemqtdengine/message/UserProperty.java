package io.github.hivemqtdengine.message;

/** One MQTT 5 user property; a message may carry the same name several times. */
public record UserProperty(String name, String value) {}
