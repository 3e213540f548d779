// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.output;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builder of a JSON object whose fields keep their order. */
public final class Fields {

    private final Map<String, @Nullable Object> map = new LinkedHashMap<>();

    public Fields with(String name, @Nullable Object value) {
        map.put(name, value);
        return this;
    }

    public Map<String, @Nullable Object> map() {
        return map;
    }
}
