// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.agent.Message.Connect;
import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.mqtt.Loader;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.mqtt.Share;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Load by agents, each of which runs a share of the clients. Not thread-safe. */
public final class AgentLoads implements Loads {

    /** Time in which all agents learn when publishers begin. */
    private static final Duration LEAD = Duration.ofSeconds(1);
    /** Most bytes of the measurements of all agents: most of them are send times, which go to a file. */
    private static final int TIMES_THE_HEAP = 4;

    private static final double MICROS_PER_MILLI = 1_000;
    private static final double BYTES_PER_MB = 1024.0 * 1024;

    private final List<AgentAddress> addresses;
    private final List<AgentLink> links = new ArrayList<>();

    private AgentLoads(List<AgentAddress> addresses) {
        this.addresses = List.copyOf(addresses);
    }

    /**
     * Starts agents.
     *
     * @throws IOException if one of them does not start, or has another version
     */
    public static AgentLoads start(List<AgentAddress> addresses) throws IOException, InterruptedException {
        var loads = new AgentLoads(addresses);
        loads.open();
        return loads;
    }

    private void open() throws IOException, InterruptedException {
        if (links.isEmpty()) {
            try {
                for (var address : addresses) {
                    links.add(AgentLink.open(address, Versions.read().suite()));
                }
            } catch (IOException | InterruptedException e) {
                close();
                throw e;
            }
        }
    }

    @Override
    public String title() {
        return new OwnLoads().title() + ", on "
                + (addresses.size() == 1 ? "1 agent: " : addresses.size() + " agents: ")
                + addresses.stream().map(AgentAddress::toString).collect(Collectors.joining(", "));
    }

    /** Starts agents again after a failure. */
    @Override
    public Loaded run(Scenario scenario, InetSocketAddress broker, String clientPrefix, RunListener listener)
            throws IOException, InterruptedException {
        open();
        try {
            return measure(scenario, broker, clientPrefix, listener);
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private Loaded measure(Scenario scenario, InetSocketAddress broker, String clientPrefix, RunListener listener)
            throws IOException, InterruptedException {
        var before = new ArrayList<ClockOffset>();
        var generators = new ArrayList<RemoteGenerator>();
        long mostBytes = Runtime.getRuntime().maxMemory() * TIMES_THE_HEAP / links.size();
        for (int i = 0; i < links.size(); i++) {
            var offset = links.get(i).compareClocks();
            before.add(offset);
            var task = new Connect(
                    broker.getHostString(),
                    broker.getPort(),
                    clientPrefix,
                    scenario.load(),
                    new Share(i, links.size()),
                    offset.micros());
            generators.add(new RemoteGenerator(links.get(i), task, mostBytes));
        }
        var result = Loader.run(scenario.load(), generators, LEAD, listener);
        var agents = new ArrayList<AgentFigures>();
        for (int i = 0; i < links.size(); i++) {
            agents.add(figures(links.get(i), before.get(i), generators.get(i)));
        }
        var warnings = ClockWarnings.of(agents, result.deliveries().latency());
        return new Loaded(result.with(result.connections(), warnings), agents);
    }

    private static AgentFigures figures(AgentLink link, ClockOffset before, RemoteGenerator generator)
            throws IOException, InterruptedException {
        var after = link.compareClocks();
        var usage = generator.usage();
        return new AgentFigures(
                link.address().toString(),
                before.micros() / MICROS_PER_MILLI,
                Math.max(before.uncertaintyMicros(), after.uncertaintyMicros()) / MICROS_PER_MILLI,
                (after.micros() - before.micros()) / MICROS_PER_MILLI,
                usage.cpu().map(cpu -> cpu.toNanos() / 1e9).orElse(0.0),
                usage.memoryBytes().orElse(0) / BYTES_PER_MB);
    }

    @Override
    public Optional<String> unmet(Scenario scenario) {
        if (scenario.load().edgeNodes().isPresent()) {
            return Optional.of("edge nodes lose their connections together, which agents cannot agree on");
        }
        if (scenario.load().traffic().isPresent()) {
            return Optional.of("payloads of files are read on this machine only, not by agents");
        }
        if (scenario.link().isPresent()) {
            return Optional.of("x.link is a relay on this machine, which agents do not pass");
        }
        if (scenario.faults().stream().anyMatch(fault -> fault.kind() == Fault.Kind.DISCONNECT_ALL)) {
            return Optional.of("disconnect-all is a relay on this machine, which agents do not pass");
        }
        return scenario.output().isPresent() ? Optional.of("agents write no record file (output)") : Optional.empty();
    }

    /** Ends the agents, which disconnect their clients. */
    @Override
    public void close() {
        links.forEach(AgentLink::endOrders);
        links.forEach(AgentLink::close);
        links.clear();
    }
}
