// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

/** Program of {@code docker/demo}: the plant of {@code ./demo} with its default options, for a broker in another container. */
public final class PlantProgram {

    private PlantProgram() {}

    /**
     * Publishes until the process is ended.
     *
     * @param arguments the host and the port of the broker
     */
    public static void main(String[] arguments) {
        var host = arguments[0];
        int port = Integer.parseInt(arguments[1]);
        var options = DemoOptions.parse();
        var plant = new Plant(options.devices(), options.rate, host, port);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(plant)));
        plant.start();
        System.out.println(
                options.devices() + " devices publish " + options.rate + " messages a second to " + host + ":" + port);
    }

    private static void stop(Plant plant) {
        try {
            plant.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
