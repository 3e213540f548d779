// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.trace;

/** Reason for the end of a trace, in its last line. */
enum TraceEnd {
    TIME("the time is over"),
    WITHDRAWN("the request was deleted"),
    REPLACED("another trace took its place"),
    FILE("the file has reached 16 MiB; trace less at once"),
    MESSAGES("10,000 messages, or 16 MiB of them, were under way at once; trace less at once"),
    STOPPED("the extension stopped"),
    DEFECT("the trace failed; the broker's log has the cause");

    private final String sentence;

    TraceEnd(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }
}
