package io.github.hivemqtdengine.message;

/** Column or tag of a {@link Table}. */
public record Column(String name, ColumnType type) {}
