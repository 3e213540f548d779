// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.hivemqtdengine.extension.RegisteredMetrics;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Holds the names in the documents to the code. */
class DocumentNamesTest {

    static final Iterable<String> CLASSES_OF_OTHERS = Allowances.CLASSES_OF_OTHERS;

    @Test
    void shouldNameOnlyWhatTheTreeHas() {
        var check = new NameCheck(
                CheckedDocuments.TREE,
                Set.copyOf(RegisteredMetrics.names()),
                DropwizardMetrics.PREFIX,
                Allowances.reasons());

        assertThat(CheckedDocuments.all().stream().flatMap(document -> check.problems(document).stream()))
                .as("correct the document, or give the reason in Allowances")
                .isEmpty();
        assertThat(check.unusedAllowances())
                .as("no document has these names any more")
                .isEmpty();
    }

    @ParameterizedTest
    @FieldSource("CLASSES_OF_OTHERS")
    void shouldAllowOnlyClassesOfOthersThatExist(String name) {
        assertThatCode(() -> Class.forName(name, false, getClass().getClassLoader()))
                .doesNotThrowAnyException();
    }
}
