package io.github.hivemqtdengine.message;

/** A column or a tag of a {@link Table}. */
public record Column(String name, ColumnType type) {}
