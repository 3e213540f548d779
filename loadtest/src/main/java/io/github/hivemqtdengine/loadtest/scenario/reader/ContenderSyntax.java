// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.NearestWord;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Syntax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Syntax of a contender: a mode, or a variant of the scenario. */
final class ContenderSyntax implements Syntax<Contender> {

    private final List<String> words = new ArrayList<>();

    /** @param variants names of the variants */
    ContenderSyntax(Set<String> variants) {
        Arrays.stream(Mode.values()).map(Mode::word).forEach(words::add);
        words.addAll(variants);
    }

    @Override
    public Contender read(String text) {
        if (!words.contains(text)) {
            throw new MalformedValueException(
                    "has \"" + text + "\", which is neither a mode nor a variant of the scenario",
                    NearestWord.suggestion(text, words));
        }
        return new Contender(text);
    }
}
