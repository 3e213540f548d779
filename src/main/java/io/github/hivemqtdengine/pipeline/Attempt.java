package io.github.hivemqtdengine.pipeline;

/**
 * Note of a lane about the messages that it tries, which a later process finds if this one dies.
 *
 * @param oldest the number of the oldest message that waited when the process started
 * @param starts how many starts in a row have found this one to be the oldest, without a clean stop
 * @param until the last message that is tried alone, 0 for none
 * @param suspect the message that was tried last, or is being tried, 0 for none
 * @param deaths how many processes have died while they tried it
 * @param isInFlight whether it is being decoded, mapped or written
 */
public record Attempt(long oldest, int starts, long until, long suspect, int deaths, boolean isInFlight) {}
