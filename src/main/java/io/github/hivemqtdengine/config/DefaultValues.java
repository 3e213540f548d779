package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.message.ColumnType;

final class DefaultValues {
    static String fitting(String text, ColumnType type) {
        return text;
    }
}
