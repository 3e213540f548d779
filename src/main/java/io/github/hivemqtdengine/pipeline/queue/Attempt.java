package io.github.hivemqtdengine.pipeline.queue;

/**
 * Crash note of a lane: the messages being tried. The next process reads it if this one dies.
 *
 * @param oldest number of the oldest message that waited at the start
 * @param starts consecutive starts, without a clean stop, that found the same oldest message
 * @param until last message that is tried alone, 0 for none
 * @param suspect message that was tried last or is being tried, 0 for none
 * @param deaths processes that died while they tried the suspect
 * @param isInFlight whether the suspect is being decoded, mapped or written
 */
public record Attempt(long oldest, int starts, long until, long suspect, int deaths, boolean isInFlight) {}
