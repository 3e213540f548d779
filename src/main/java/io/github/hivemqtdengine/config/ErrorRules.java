// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;

/**
 * Error handling of {@code <on-error>}: the defaults for all tables of a route, and their columns and tags.
 *
 * @param decode for payloads that are not of the format
 * @param name for subtables without a name
 * @param values for columns and tags, and for the condition {@code where}
 */
record ErrorRules(OnError decode, OnError name, ValueErrors values) {

    static ErrorRules read(Section onError) {
        var mismatch = onError.get(Routes.ON_MISMATCH);
        return new ErrorRules(
                onError.get(Routes.ON_DECODE),
                onError.get(Routes.ON_NAME),
                new ValueErrors(
                        onError.get(Routes.ON_MISSING),
                        mismatch,
                        onError.read(Routes.ON_LENGTH).orElse(mismatch),
                        onError.read(Routes.ON_RANGE).orElse(mismatch)));
    }

    /** Returns the actions for automatic columns: unless said otherwise, a number out of range costs only itself. */
    static ValueErrors ofAutoColumns(Section onError) {
        var said = read(onError).values();
        boolean isSaid = onError.value(Routes.ON_RANGE).isPresent() || said.mismatch() != OnError.DEAD_LETTER;
        return isSaid ? said : new ValueErrors(said.missing(), said.mismatch(), said.length(), OnError.NULL);
    }
}
