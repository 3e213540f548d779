package io.github.hivemqtdengine.loadtest.measure;

/**
 * What one run noted.
 *
 * @param startMicros when it started, epoch microseconds
 * @param sendTimes when each message was sent
 * @param endOfSendingMicros when the last publisher had sent everything, and had its acknowledgements
 * @param receiveTimes when each delivery came
 * @param latencies how long each delivery was under way, microseconds
 */
public record RunResult(
        long startMicros, Samples sendTimes, long endOfSendingMicros, Samples receiveTimes, Samples latencies) {

    private static final double MICROS_PER_SECOND = 1_000_000;

    /** The publishers' throughput in mqttloader's sense. */
    public Throughput published() {
        return Throughput.of(startMicros, sendTimes);
    }

    /** The subscribers' throughput in mqttloader's sense. */
    public Throughput received() {
        return Throughput.of(startMicros, receiveTimes);
    }

    public Latency latency() {
        return Latency.ofMicros(latencies);
    }

    /** Deliveries by the time from the start to the last of them: not rounded to whole seconds. */
    public double deliveriesPerSecond() {
        return receiveTimes.isEmpty()
                ? 0
                : perSecond(receiveTimes, receiveTimes.stream().max().orElseThrow());
    }

    /** Messages by the time until the publishers were through, acknowledgements included. */
    public double publishedPerSecond() {
        return perSecond(sendTimes, endOfSendingMicros);
    }

    private double perSecond(Samples samples, long endMicros) {
        return samples.size() * MICROS_PER_SECOND / Math.max(1, endMicros - startMicros);
    }
}
