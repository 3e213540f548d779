// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/** Adds the seed to the message of a failure, because build reports number the tries. */
final class SeedOfFailure implements TestExecutionExceptionHandler {

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        if (failure instanceof TestAbortedException) {
            throw failure;
        }
        var test = context.getRequiredTestClass().getSimpleName() + "#"
                + context.getRequiredTestMethod().getName();
        var seed = context.getDisplayName().substring("seed ".length());
        throw new AssertionError("With -Dtest=" + test + " -Dtest.seed=" + seed + ": " + failure.getMessage(), failure);
    }
}
