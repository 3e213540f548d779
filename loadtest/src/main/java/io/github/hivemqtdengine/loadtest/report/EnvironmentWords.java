// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.result.Environment;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keys and values of a run's environment, in reading order. */
final class EnvironmentWords {

    private EnvironmentWords() {}

    static Map<String, String> of(Environment environment) {
        var words = new LinkedHashMap<String, String>();
        words.put("command", environment.command());
        words.put("started", environment.started().toString());
        words.put("processor", environment.processor());
        words.put("cores", Integer.toString(environment.cores()));
        words.put("memory-mb", Long.toString(environment.memoryMb()));
        words.put("system", environment.system());
        words.put("java", environment.java());
        words.put("load", environment.load());
        words.put("loader", environment.loader());
        words.put("extension", environment.extension());
        words.put("broker", environment.broker());
        words.put("database", environment.database());
        return Collections.unmodifiableMap(words);
    }
}
