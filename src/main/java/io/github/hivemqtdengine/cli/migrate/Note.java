package io.github.hivemqtdengine.cli.migrate;

/**
 * Note for the operator: a decision, a difference, or a setting without a counterpart.
 *
 * @param line the line of the old file, from 1; 0 if the whole file is meant
 */
public record Note(int line, String sentence) {}
