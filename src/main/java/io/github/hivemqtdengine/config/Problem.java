package io.github.hivemqtdengine.config;

import java.nio.file.Path;

/**
 * One thing that is wrong with a configuration.
 *
 * @param file the file
 * @param line the line, from 1
 * @param element the path of the element or attribute, for example {@code routes/route/table/column@type}
 * @param value the offending value as the file has it, before references are replaced; empty where there is none or
 *     where it may be a secret
 * @param rule what is expected and what to do; completes a sentence that begins with the value or the element
 */
public record Problem(Path file, int line, String element, String value, String rule) {

    /** The problem as a sentence for the log. */
    @Override
    public String toString() {
        var shown = value.isEmpty() ? "" : "\"" + value + "\" ";
        return file.getFileName() + ":" + line + " <" + element + "> " + shown + rule;
    }
}
