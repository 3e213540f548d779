// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

/** Column or tag of a {@link TableShape}. */
public record Column(String name, ColumnType type) {}
