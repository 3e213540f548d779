// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.scenario.LoaderProgram;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Load by the generator that a scenario or its variant names, so that two generators take turns in one run. */
public final class ChosenLoads implements Loads {

    private final LoaderProgram byDefault;
    private final Loads own;
    private final Optional<Loads> mqttloader;

    /**
     * Creates a choice.
     *
     * @param byDefault generator of scenarios that name none
     * @param mqttloader empty if no installation of it is known; then scenarios that name it cannot run
     */
    public ChosenLoads(LoaderProgram byDefault, Loads own, Optional<Loads> mqttloader) {
        this.byDefault = byDefault;
        this.own = own;
        this.mqttloader = mqttloader;
    }

    private Optional<Loads> find(Scenario scenario) {
        return scenario.program().orElse(byDefault) == LoaderProgram.OWN ? Optional.of(own) : mqttloader;
    }

    private Loads of(Scenario scenario) {
        return find(scenario).orElseThrow(() -> new IllegalArgumentException("No mqttloader for " + scenario.name()));
    }

    @Override
    public String title() {
        return mqttloader.map(theirs -> own.title() + "; " + theirs.title()).orElseGet(own::title);
    }

    @Override
    public Loaded run(Scenario scenario, InetSocketAddress broker, String clientPrefix, RunListener listener)
            throws IOException, InterruptedException {
        return of(scenario).run(scenario, broker, clientPrefix, listener);
    }

    @Override
    public boolean rowsTellMessages(Scenario scenario) {
        return of(scenario).rowsTellMessages(scenario);
    }

    @Override
    public Scenario asRun(Scenario scenario) {
        return of(scenario).asRun(scenario);
    }

    @Override
    public void close() {
        own.close();
        mqttloader.ifPresent(Loads::close);
    }

    @Override
    public Optional<String> unmet(Scenario scenario) {
        var loads = find(scenario);
        return loads.isPresent()
                ? loads.get().unmet(scenario)
                : Optional.of("mqttloader is missing: name its folder with --mqttloader or MQTTLOADER_HOME");
    }
}
