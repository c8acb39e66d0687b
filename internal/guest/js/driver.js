// driver
