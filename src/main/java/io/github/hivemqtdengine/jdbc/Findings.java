package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.jdbc.dialect.Finding;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Collector of check results. A check that fails becomes a result, and the next check runs. For one thread. */
final class Findings {

    private final List<Finding> found = new ArrayList<>();
    private final FailureReport report;

    /** @param report formats failures without secrets */
    Findings(FailureReport report) {
        this.report = report;
    }

    @FunctionalInterface
    interface Check {
        List<Finding> look() throws SQLException;
    }

    void add(Finding finding) {
        found.add(finding);
    }

    void look(String name, Check check) {
        try {
            found.addAll(check.look());
        } catch (SQLException | RuntimeException e) {
            found.add(Finding.fail(name, report.of(e).sentence()));
        }
    }

    List<Finding> all() {
        return List.copyOf(found);
    }
}
